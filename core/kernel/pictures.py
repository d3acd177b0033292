"""Pictures that stand for bytes: four of 64 for a seal, one of eight for a cut.

Each is one code point that old phones show in colour, and has a name that can be read aloud and
typed. No picture is in both lists. Their order never changes: seals and cuts are numbers in it.
"""

from __future__ import annotations

from core.kernel.text import P_, Named, Word


class Picture(Word):
    """A picture with a name."""

    named_as: Named

    def __new__(cls, code: str, name: Named) -> Picture:
        picture = str.__new__(cls, code)
        picture._value_ = code
        picture.named_as = name
        return picture

    @property
    def symbol(self) -> str:
        """The picture itself, without its name: the same in every language."""
        return self.named_as.text.partition(" ")[0]

    def named(self, edition: str) -> Named:
        """The picture and its name."""
        return self.named_as


class CutPicture(Picture):
    """What a person may cut the deck with. In a record it is its place in this list, from 0."""

    BLOSSOM = "blossom", P_("picture", "🌸 blossom")
    MAPLE = "maple", P_("picture", "🍁 maple")
    MOON = "moon", P_("picture", "🌙 moon")
    STAR = "star", P_("picture", "⭐ star")
    FIRE = "fire", P_("picture", "🔥 fire")
    WAVE = "wave", P_("picture", "🌊 wave")
    RAINBOW = "rainbow", P_("picture", "🌈 rainbow")
    LIGHTNING = "lightning", P_("picture", "⚡ lightning")

    @property
    def number(self) -> int:
        """Its place, from 0."""
        return tuple(CutPicture).index(self)

    @classmethod
    def of(cls, said: str) -> CutPicture | None:
        """The one whose picture alone was said, in whatever form a keyboard writes it."""
        plain = said.strip().removesuffix("\N{VARIATION SELECTOR-16}")
        return next((picture for picture in cls if picture.symbol == plain), None)


class SealPicture(Picture):
    """What stands for six bits of a seal: the place in this list, from 0."""

    DOG = "dog", P_("picture", "🐶 dog")
    CAT = "cat", P_("picture", "🐱 cat")
    HORSE = "horse", P_("picture", "🐴 horse")
    PIG = "pig", P_("picture", "🐷 pig")
    COW = "cow", P_("picture", "🐮 cow")
    SHEEP = "sheep", P_("picture", "🐑 sheep")
    MONKEY = "monkey", P_("picture", "🐵 monkey")
    RABBIT = "rabbit", P_("picture", "🐰 rabbit")
    BEAR = "bear", P_("picture", "🐻 bear")
    PANDA = "panda", P_("picture", "🐼 panda")
    TIGER = "tiger", P_("picture", "🐯 tiger")
    ELEPHANT = "elephant", P_("picture", "🐘 elephant")
    CAMEL = "camel", P_("picture", "🐫 camel")
    FROG = "frog", P_("picture", "🐸 frog")
    SNAKE = "snake", P_("picture", "🐍 snake")
    TURTLE = "turtle", P_("picture", "🐢 turtle")
    CHICKEN = "chicken", P_("picture", "🐔 chicken")
    PENGUIN = "penguin", P_("picture", "🐧 penguin")
    FISH = "fish", P_("picture", "🐟 fish")
    WHALE = "whale", P_("picture", "🐳 whale")
    OCTOPUS = "octopus", P_("picture", "🐙 octopus")
    SNAIL = "snail", P_("picture", "🐌 snail")
    BEE = "bee", P_("picture", "🐝 bee")
    APPLE = "apple", P_("picture", "🍎 apple")
    BANANA = "banana", P_("picture", "🍌 banana")
    GRAPES = "grapes", P_("picture", "🍇 grapes")
    STRAWBERRY = "strawberry", P_("picture", "🍓 strawberry")
    CHERRIES = "cherries", P_("picture", "🍒 cherries")
    MELON = "melon", P_("picture", "🍉 melon")
    LEMON = "lemon", P_("picture", "🍋 lemon")
    CORN = "corn", P_("picture", "🌽 corn")
    MUSHROOM = "mushroom", P_("picture", "🍄 mushroom")
    CACTUS = "cactus", P_("picture", "🌵 cactus")
    SUNFLOWER = "sunflower", P_("picture", "🌻 sunflower")
    BREAD = "bread", P_("picture", "🍞 bread")
    RICE_BALL = "rice ball", P_("picture", "🍙 rice ball")
    SUSHI = "sushi", P_("picture", "🍣 sushi")
    CAKE = "cake", P_("picture", "🎂 cake")
    CANDY = "candy", P_("picture", "🍬 candy")
    CAR = "car", P_("picture", "🚗 car")
    BICYCLE = "bicycle", P_("picture", "🚲 bicycle")
    ROCKET = "rocket", P_("picture", "🚀 rocket")
    SHIP = "ship", P_("picture", "🚢 ship")
    TRAIN = "train", P_("picture", "🚂 train")
    HOUSE = "house", P_("picture", "🏠 house")
    KEY = "key", P_("picture", "🔑 key")
    BELL = "bell", P_("picture", "🔔 bell")
    BOOK = "book", P_("picture", "📖 book")
    UMBRELLA = "umbrella", P_("picture", "☔ umbrella")
    GLASSES = "glasses", P_("picture", "👓 glasses")
    CROWN = "crown", P_("picture", "👑 crown")
    GUITAR = "guitar", P_("picture", "🎸 guitar")
    TRUMPET = "trumpet", P_("picture", "🎺 trumpet")
    BALLOON = "balloon", P_("picture", "🎈 balloon")
    PRESENT = "present", P_("picture", "🎁 present")
    BALL = "ball", P_("picture", "⚽ ball")
    ANCHOR = "anchor", P_("picture", "⚓ anchor")
    CLOCK = "clock", P_("picture", "⏰ clock")
    LAMP = "lamp", P_("picture", "💡 lamp")
    CAMERA = "camera", P_("picture", "📷 camera")
    HAMMER = "hammer", P_("picture", "🔨 hammer")
    HAT = "hat", P_("picture", "🎩 hat")
    JEWEL = "jewel", P_("picture", "💎 jewel")
    CUP = "cup", P_("picture", "🏆 cup")


def pictures(seal: str) -> tuple[SealPicture, ...]:
    """The four pictures that stand for a seal (hex): its first 24 bits, six for each, the first
    bits first."""
    bits = int(seal[:6], 16)
    return tuple(tuple(SealPicture)[bits >> shift & 63] for shift in (18, 12, 6, 0))
