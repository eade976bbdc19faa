import PQueue from 'p-queue';

export class Oven {
  #queue;
  #orders = [];
  constructor(name, degrees, slots) {
    this.name = name;
    this.degrees = degrees;
    this.#queue = new PQueue({ concurrency: slots, autoStart: true });
  }
  bake(bread, loaves) {
    const order = { bread, loaves, state: 'waiting' };
    this.#orders.push(order);
    this.#queue.add(
      () =>
        new Promise((resolve) => {
          order.state = 'baking';
          this.#queue.done = resolve;
        }),
    );
    return order;
  }
  pause() {
    this.#queue.pause();
  }
  resume() {
    this.#queue.start();
  }
  heat(degrees) {
    this.degrees = degrees;
  }
}
