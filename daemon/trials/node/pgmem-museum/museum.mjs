import { createInterface } from 'node:readline';
import { newDb } from 'pg-mem';

/** A database in memory (pg-mem): tables, rows and indices are the library's. */
const db = newDb();
db.public.none(`
  create table halls (id serial primary key, name text not null, floor int);
  create table exhibits (id serial primary key, title text, year int, hall int references halls(id), on_loan boolean default false);
  create index by_year on exhibits(year);
`);
let queries = 0;
const say = (sql) => {
  queries++;
  return db.public.many(sql);
};
export const hang = (title, year, hall) =>
  say(`insert into exhibits(title, year, hall) values ('${title}', ${year}, ${hall}) returning id`);
export const lend = (id) => say(`update exhibits set on_loan = true where id = ${id} returning id`);
export const openHall = (name, floor) => say(`insert into halls(name, floor) values ('${name}', ${floor}) returning id`);
const commands = { hang, lend, openHall };
createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, ...words] = line.split(';');
  commands[command]?.(...words);
});
console.log('open');
