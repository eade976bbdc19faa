export class Hall {
  constructor(name, rows, seatsPerRow) {
    this.name = name;
    this.rows = rows;
    this.seatsPerRow = seatsPerRow;
    this.taken = new Map();
  }

  take(seat, guest) {
    this.taken.set(seat, guest);
  }

  release(seat) {
    this.taken.delete(seat);
  }
}

export class BoxOffice {
  orders = [];
  takings = 0;
  discount = { code: 'MATINEE', percent: 15 };

  constructor(shows) {
    this.shows = shows;
  }

  order(show, guest, seats) {
    const { hall, price } = this.shows[show];
    for (const seat of seats) hall.take(seat, guest);
    this.takings += price * seats.length;
    this.orders.push({ id: this.orders.length + 1, show, guest, seats });
  }

  refund(id) {
    const at = this.orders.findIndex((one) => one.id === id);
    const [{ show, seats }] = this.orders.splice(at, 1);
    this.takings -= this.shows[show].price * seats.length;
    for (const seat of seats) this.shows[show].hall.release(seat);
  }
}
