export class LetterService {
  outbox = [];
  stamps = 12;

  constructor({ sender, closing }) {
    this.sender = sender;
    this.closing = closing;
  }

  write(to, about) {
    this.stamps -= 1;
    this.outbox.push({ to, about, closing: this.closing });
    return this.outbox.length;
  }
}
