const repl = require('node:repl');

class Ledger {
  #entries = [];
  constructor(owner, currency) {
    this.owner = owner;
    this.currency = currency;
    this.limit = 1000;
  }
  book(account, amount) {
    this.#entries.push({ account, amount });
    return this.balance();
  }
  balance() {
    return this.#entries.reduce((sum, one) => sum + one.amount, 0);
  }
}

const server = repl.start({ prompt: 'ledger> ', useColors: false, terminal: false });
const ledger = new Ledger('Noor', 'EUR');
const budget = { food: 320, travel: 150 };
server.context.ledger = ledger;
server.context.budget = budget;
server.context.book = (account, amount) => ledger.book(account, amount);
server.defineCommand('limit', {
  help: 'Set the limit',
  action(text) {
    ledger.limit = Number(text);
    this.output.write(`limit is ${ledger.limit}\n`);
    this.displayPrompt();
  },
});
