export const createStock = () => {
  const shelves = new Map([
    ['bread', { kilos: 10, shelf: 'A1', cold: false }],
    ['rice', { kilos: 140, shelf: 'B3', cold: false }],
    ['milk', { kilos: 55, shelf: 'F2', cold: true }],
  ]);
  const donations = [];
  return {
    shelves,
    donations,
    receive({ donor, item, kilos }) {
      shelves.get(item).kilos += kilos;
      donations.push({ donor, item, kilos, thanked: false });
    },
    give(item, kilos) {
      const shelf = shelves.get(item);
      if (shelf.kilos < kilos) throw new Error('not enough');
      shelf.kilos -= kilos;
    },
    thank(donor) {
      for (const one of donations) if (one.donor === donor) one.thanked = true;
    },
  };
};
