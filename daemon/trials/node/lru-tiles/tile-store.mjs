import { LRUCache } from 'lru-cache';

export class TileStore {
  #cache;
  #hits = 0;
  #misses = 0;
  #pins = new Map();
  #region;

  constructor({ max, ttl, region }) {
    this.#region = region;
    this.#cache = new LRUCache({ max, ttl, maxSize: 200_000, sizeCalculation: (value) => value.length });
  }

  get(key) {
    const found = this.#cache.get(key);
    if (found) this.#hits += 1;
    else this.#misses += 1;
    return found;
  }

  put(key, bytes) {
    this.#cache.set(key, Buffer.from(bytes));
  }

  pin(key, by) {
    this.#pins.set(key, { by, since: '2026-03-04' });
  }

  unpin(key) {
    this.#pins.delete(key);
  }

  purge() {
    this.#cache.clear();
    this.#hits = 0;
  }

  describe() {
    return `${this.#region}: ${this.#cache.size} tiles, ${this.#hits} hits, ${this.#misses} misses, ${this.#pins.size} pins`;
  }
}
