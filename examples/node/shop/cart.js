import { products } from './catalogue.js';

/** A basket whose lines no other code can reach: they are a private field. */
class Cart {
  #lines = [];
  owner;

  constructor(owner) {
    this.owner = owner;
  }

  add(id, quantity = 1) {
    const product = products.get(id);
    if (!product) throw new RangeError(`No product ${id}.`);
    if (product.stock < quantity) throw new RangeError(`Only ${product.stock} of ${product.name} left.`);
    product.stock -= quantity;
    const line = this.#lines.find((one) => one.id === id);
    if (line) line.quantity += quantity;
    else this.#lines.push({ id, name: product.name, quantity });
    return this.total();
  }

  total() {
    return this.#lines.reduce((sum, line) => sum + line.quantity * products.get(line.id).price, 0);
  }

  clear() {
    this.#lines = [];
  }
}

export const cart = new Cart('Grace Hopper');
