"""A small kiosk: a shelf of magazines, a till, and somebody who buys now and then."""
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Magazine:
    title: str
    price: float
    copies: int


@dataclass
class Till:
    takings: float = 0.0
    sold: list = field(default_factory=list)
    api_token: str = "kiosk-till-token-5512"

    def sell(self, title: str, copies: int = 1) -> float:
        """Sells copies of a magazine and returns the takings."""
        magazine = shelf[title]
        if magazine.copies < copies:
            raise ValueError(f"only {magazine.copies} copies of {title} are left")
        magazine.copies -= copies
        self.sold.append({"title": title, "copies": copies})
        self.takings = round(self.takings + copies * magazine.price, 2)
        return self.takings


shelf = {one.title: one for one in [Magazine("Tides", 4.5, 12), Magazine("Harbour Weekly", 3.0, 30)]}
till = Till()
ticks = 0
visitors = [{"name": f"visitor {n}", "number": n} for n in range(1500)]


def restock(title: str, copies: int) -> int:
    """Puts copies of a magazine on the shelf."""
    shelf[title].copies += copies
    return shelf[title].copies


def main() -> None:
    global ticks
    print("open", flush=True)
    while True:
        time.sleep(0.5)
        ticks += 1


if __name__ == "__main__":
    threading.current_thread().name = "kiosk"
    main()
