// The wire to the server: one WebSocket that comes back by itself.

const FIRST = 500; // milliseconds before the first new attempt
const LONGEST = 15000;

/** What the address bar says after "#": the seat of a personal link, the owner's key. */
export function fromHash() {
  const found = new URLSearchParams(location.hash.slice(1));
  return { seat: found.get("seat"), key: found.get("key") };
}

export class Wire {
  /** `hear(message)` gets every frame; `status(state)` is told "open", "lost" or "refused". */
  constructor(hear, status) {
    this.hear = hear;
    this.status = status;
    this.wait = FIRST;
    this.socket = null;
    this.timer = 0;
    this.over = false;
    addEventListener("online", () => this.soon());
    document.addEventListener("visibilitychange", () => document.hidden || this.soon());
  }

  address() {
    const url = new URL("/ws", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("lang", (navigator.languages ?? [navigator.language]).slice(0, 9).join(","));
    for (const [name, value] of Object.entries(fromHash())) if (value) url.searchParams.set(name, value);
    return url;
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address());
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST;
      this.status("open");
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "refused") this.over = true;
      this.hear(message);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (this.over) return this.status("refused");
      this.status("lost");
      this.timer = setTimeout(() => this.connect(), this.wait * (0.8 + Math.random() * 0.4));
      this.wait = Math.min(this.wait * 2, LONGEST);
    });
  }

  /** The network or the reader is back: do not wait out the pause. */
  soon() {
    if (!this.socket && !this.over) this.connect();
  }

  /** Begin anew, for another seat in the address bar. */
  renew() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.over = false;
    this.connect();
  }

  /** Send a message; false if there is no connection. */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
