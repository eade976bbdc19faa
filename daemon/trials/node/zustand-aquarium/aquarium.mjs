import { atom, map } from 'nanostores';
import { createStore } from 'zustand/vanilla';

const tanks = createStore((set) => ({
  tanks: {},
  food: 900,
  stockTank: (tank, species, count) =>
    set(({ tanks }) => ({ tanks: { ...tanks, [tank]: { species, count, temperature: 24.5 } } })),
  feed: (tank, grams) =>
    set(({ tanks, food }) => ({ food: food - grams, tanks: { ...tanks, [tank]: { ...tanks[tank], fed: grams } } })),
}));
const visitors = atom(0);
const keeper = map({ name: 'Noor', shift: 'late' });
const journal = [];

tanks.subscribe((now, before) => journal.push(`food ${before.food} to ${now.food}`));
keeper.listen((now) => journal.push(`keeper ${now.name}`));

const commands = {
  stock: (tank, species, count) => tanks.getState().stockTank(tank, species, Number(count)),
  feed: (tank, grams) => tanks.getState().feed(tank, Number(grams)),
  admit: (count) => visitors.set(visitors.get() + Number(count)),
  keeper: (name) => keeper.setKey('name', name),
};
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const line of text.trim().split('\n')) {
    const [command, ...words] = line.split(' ');
    commands[command]?.(...words);
  }
});
console.log('open');
