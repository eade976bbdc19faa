/** A GraphQL server (Yoga), the data in variables of its module. */
export default {
  get: { npm: { 'graphql-yoga': '5.16.0', graphql: '16.11.0' }, files: ['server.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/server.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('Yotam'), 'the server'),
  async drive({ json }) {
    await json('/kitchen', { query: 'mutation { addRecipe(title: "Dal", minutes: 45) { id } }' });
    await json('/kitchen', { query: '{ recipes { title } }' });
  },
};
