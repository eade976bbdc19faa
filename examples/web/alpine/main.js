/** A bakery: Alpine data that the document names, data that is written out in it, and a store. */
import Alpine from 'alpinejs';

Alpine.store('till', { takings: 12.5, pin: '4711' });
Alpine.data('bakery', () => ({
  oven: 230,
  loaves: [
    { kind: 'wheat', count: 12 },
    { kind: 'rye', count: 4 },
  ],
  get left() {
    return this.loaves.reduce((sum, { count }) => sum + count, 0);
  },
  bake(kind, count) {
    this.loaves.push({ kind, count });
  },
}));
Alpine.start();
