/** The list itself: variables of a module, and functions that change them. */
const todos = [
  { id: 1, title: 'Water the plants', done: false, priority: 'low' },
  { id: 2, title: 'File the tax return', done: false, priority: 'high' },
  { id: 3, title: 'Call the dentist', done: true, priority: 'normal' },
];
let nextId = 4;
let lastChangedAt = null;
const history = new Map();

function record(action, id) {
  lastChangedAt = new Date();
  history.set(`${history.size + 1}`, { action, id, at: lastChangedAt });
}

function addTodo(title, priority = 'normal') {
  if (typeof title !== 'string' || title.trim() === '') throw new TypeError('A todo needs a title.');
  const todo = { id: nextId++, title: title.trim(), done: false, priority };
  todos.push(todo);
  record('added', todo.id);
  return todo;
}

function setDone(id, done = true) {
  const todo = todos.find((one) => one.id === id);
  if (!todo) throw new RangeError(`There is no todo ${id}.`);
  todo.done = done;
  record(done ? 'finished' : 'reopened', id);
  return todo;
}

function removeTodo(id) {
  const at = todos.findIndex((one) => one.id === id);
  if (at < 0) throw new RangeError(`There is no todo ${id}.`);
  record('removed', id);
  return todos.splice(at, 1)[0];
}

async function summary() {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { open: todos.filter((one) => !one.done).length, total: todos.length, last_changed: lastChangedAt };
}

module.exports = { addTodo, setDone, removeTodo, summary, list: () => todos };
