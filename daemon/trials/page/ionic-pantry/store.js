import { atom, computed, map } from 'nanostores';

export const $goods = atom([
  { id: 'g1', name: 'Red lentils', place: 'shelf', amount: 3, unit: 'kg', least: 2, note: '' },
  { id: 'g2', name: 'Quince jelly', place: 'cellar', amount: 7, unit: 'jars', least: 4, note: '' },
  { id: 'g3', name: 'Sourdough flour', place: 'shelf', amount: 1, unit: 'kg', least: 5, note: 'From the mill' },
  { id: 'g4', name: 'Elderflower syrup', place: 'cellar', amount: 12, unit: 'bottles', least: 6, note: '' },
  { id: 'g5', name: 'Candles', place: 'shelf', amount: 4, unit: 'boxes', least: 8, note: 'For the winter' },
]);
export const $settings = map({ place: 'all', search: '', alerts: false, keeper: 'Imre' });
export const $chosen = atom(null);
export const $history = atom([]);
export const $shopping = atom([]);
export const keepers = ['Imre', 'Farah', 'Colette'];

export const $shown = computed([$goods, $settings], (goods, { place, search }) =>
  goods.filter((one) => (place === 'all' || one.place === place) && one.name.toLowerCase().includes(search.toLowerCase())),
);
export const $low = computed($goods, (goods) => goods.filter(({ amount, least }) => amount < least).length);
export const $good = computed([$goods, $chosen], (goods, chosen) => goods.find(({ id }) => id === chosen));

export const choose = (id) => $chosen.set(id);
export const changeGood = (changes) =>
  $goods.set($goods.get().map((one) => (one.id === $chosen.get() ? { ...one, ...changes } : one)));
export const put = (count) => {
  const { name, amount } = $good.get();
  changeGood({ amount: Math.max(0, amount + count) });
  $history.set([...$history.get(), `${name} ${count > 0 ? '+' : ''}${count}`]);
};
export const writeShoppingList = () =>
  $shopping.set(
    $goods
      .get()
      .filter(({ amount, least }) => amount < least)
      .map(({ name, amount, least, unit }) => ({ name, buy: least - amount, unit })),
  );
