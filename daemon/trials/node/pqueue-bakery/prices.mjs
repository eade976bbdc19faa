import NodeCache from 'node-cache';

export class PriceBoard {
  #cache = new NodeCache({ stdTTL: 3600, checkperiod: 0 });
  #changes = 0;
  setPrice(bread, price) {
    this.#changes += 1;
    this.#cache.set(bread, { price, currency: 'EUR' });
  }
  price(bread) {
    return this.#cache.get(bread);
  }
}
