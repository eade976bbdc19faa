export const packets = [
  { sku: 'BW-101', name: 'Crimson broad bean', price: 2.8, stock: 40, sow: 'February', kind: 'vegetable' },
  { sku: 'BW-117', name: 'Purple sprouting broccoli', price: 3.25, stock: 12, sow: 'April', kind: 'vegetable' },
  { sku: 'BW-230', name: 'Love-in-a-mist', price: 1.95, stock: 85, sow: 'March', kind: 'flower' },
  { sku: 'BW-244', name: 'Sweet pea Matucana', price: 3.6, stock: 7, sow: 'October', kind: 'flower' },
  { sku: 'BW-302', name: 'Winter savory', price: 2.4, stock: 0, sow: 'May', kind: 'herb' },
];
