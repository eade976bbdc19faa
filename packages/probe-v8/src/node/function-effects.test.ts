import { expect, test } from 'vitest';
import { changesNothing, onlySets } from './function-effects.js';

test.each([
  'getBalance(id) { const account = this.accounts.get(id); return account ? account.balance : 0; }',
  '() => todos.filter((todo) => !todo.done)',
  'function list(page = 1, { size = 10 } = {}) { const from = (page - 1) * size; return items.slice(from, from + size); }',
  '(name) => Object.keys(table).includes(name.trim().toLowerCase())',
  'total() { return lines.reduce((sum, line) => sum + line.price * line.quantity, 0) }',
  'state => state.count >= 3 && state.mode !== "x = 1"',
])('changes nothing: %s', (source) => expect(changesNothing(source)).toBe(true));

test.each([
  'add(item) { this.items.push(item); }',
  'function next() { return counter++; }',
  '(value) => { state.value = value; }',
  'reset() { total = 0 }',
  'get(id) { const row = rows[id]; row.seen ||= true; return row; }',
  'sorted() { return items.sort(); }',
  'function load() { return fetch(url); }',
  'list() { return this.helper(); }',
  'list() { return this["helper"](); }',
  'async find(id) { return await db.find(id); }',
  'remove(id) { delete table[id]; }',
  'read() { return query`select 1`; }',
  'make() { return new Client(); }',
  'function cut(',
  '(path) => router.get(path, handler)',
  '() => { [a, b] = pair; }',
])('may change something: %s', (source) => expect(changesNothing(source)).toBe(false));

test.each([
  'setKeeper(t){this.keeperOnDuty=t}',
  '(value) => { state.value = value; }',
  '(_, { percent }) => (projector.brightness = percent)',
  'move(id, { dock }) { const bike = this.all.find((one) => one.id === id); bike.dock = dock; return bike; }',
  'wash(context) { this.washed = context.params.day; }',
  'delay({ request }, callback) { this.sailings[request.id].delay = request.minutes; callback(null, {}); }',
  'assign(ward, nurse) { this.beds[ward].nurse = nurse; }',
])('only sets: %s', (source) => expect(onlySets(source)).toBe(true));

test.each([
  'close() { state.open = false; }',
  'set(value) { state.value = value; save(state); }',
  'add(item) { last = item; items.push(item); }',
  'scale(by) { state.size = by * state.size; }',
  'set(value) { options = value; value = null; }',
  'find(id).done = done',
  'function set(id, done) { find(id).done = done; }',
  '(id) => items.filter((one) => one.id === id)',
])('does more than set: %s', (source) => expect(onlySets(source)).toBe(false));
