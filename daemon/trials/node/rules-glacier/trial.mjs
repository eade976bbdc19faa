/** A guard post on a glacier, on json-rules-engine: rules, facts, and the warnings that readings gave. */
export default {
  get: { npm: { 'json-rules-engine': '7.3.1' }, files: ['post.js'] },
  start: ({ program, port }) => ['node', [`${program}/post.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('the post is manned'), 'the post'),
  async drive({ json }) {
    await json('/reading', { station: 'East moraine', measured: { discharge: 91.5, creep: 4, temperature: 6, sight: 900 } });
    await json('/reading', { station: 'West tongue', measured: { discharge: 20, creep: 17, temperature: 5.5, sight: 400 } });
    await json('/rule', {
      name: 'night frost',
      priority: 22,
      conditions: { all: [{ fact: 'temperature', operator: 'lessThan', value: -8 }] },
      event: { type: 'salt-steps', params: { notice: 'The hut steps are icy' } },
    });
  },
};
