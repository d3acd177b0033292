"""Whether the host of this container lives, for HEALTHCHECK: it answers, and says so itself.

That people cannot play for a while (the network is away) is no reason to start it again, so `ready`
is not asked.
"""

import json
import os
import urllib.error
import urllib.request

address = f"http://127.0.0.1:{os.environ.get('PORT') or 8000}/health"
try:
    with urllib.request.urlopen(address, timeout=4) as answer:
        told = json.load(answer)
except urllib.error.HTTPError as unready:
    told = json.load(unready)
except OSError as error:
    raise SystemExit(f"nobody answers: {error}") from None
raise SystemExit(0 if told.get("live") is True else "it does not live")
