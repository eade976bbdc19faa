/** An aquarium at its prompt: stores that functions close over (zustand, nanostores), in an ES module. */
export default {
  get: { npm: { zustand: '5.1.0', nanostores: '1.5.5' }, files: ['aquarium.mjs'] },
  start: ({ program }) => ['node', [`${program}/aquarium.mjs`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the aquarium'),
  async drive({ stdin }) {
    stdin('stock reef clownfish 14\nstock lagoon ray 3\nfeed reef 120\nadmit 37\nkeeper Bo\n');
    await new Promise((resolve) => setTimeout(resolve, 500));
  },
};
