export const products = new Map([
  ['tea', { name: 'Green tea', price: 4.5, stock: 12 }],
  ['mug', { name: 'Blue mug', price: 9.9, stock: 3 }],
  ['pot', { name: 'Iron pot', price: 38, stock: 0 }],
]);

export let revision = 1;

export const setPrice = (id, price) => {
  const product = products.get(id);
  if (!product) throw new RangeError(`No product ${id}.`);
  product.price = price;
  revision++;
  return product;
};
