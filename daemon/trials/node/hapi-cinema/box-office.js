class BoxOffice {
  #screenings = new Map();
  #tickets = [];
  #announcements = [];
  #price = 8.5;
  #nextNumber = 1001;
  #barOpen = false;

  constructor(house, projectionist) {
    this.house = house;
    this.projectionist = projectionist;
  }

  schedule({ code, film, starts, seats }) {
    const screening = { film, starts, seats, sold: 0 };
    this.#screenings.set(code, screening);
    return screening;
  }

  sell(code, buyer, count) {
    const screening = this.#screenings.get(code);
    if (screening.sold + count > screening.seats) return null;
    screening.sold += count;
    const ticket = { number: this.#nextNumber++, code, film: screening.film, buyer, count, paid: count * this.#price };
    this.#tickets.push(ticket);
    return ticket;
  }

  refund(number) {
    const at = this.#tickets.findIndex((ticket) => ticket.number === number);
    const [ticket] = this.#tickets.splice(at, 1);
    this.#screenings.get(ticket.code).sold -= ticket.count;
    return ticket;
  }

  isSoldOut(code) {
    const { seats, sold } = this.#screenings.get(code);
    return sold === seats;
  }

  setBar(open) {
    this.#barOpen = open;
    return { open };
  }

  setPrice(price) {
    this.#price = price;
  }

  announce(text) {
    this.#announcements.push({ text, loud: true });
  }

  programme() {
    return Object.fromEntries(this.#screenings);
  }

  report() {
    return {
      screenings: this.programme(),
      tickets: this.#tickets,
      announcements: this.#announcements,
      price: this.#price,
      barOpen: this.#barOpen,
      nextNumber: this.#nextNumber,
    };
  }
}

module.exports = { BoxOffice };
