const parcels = (port) => ({
  port,
  protocol: 'http',
  name: 'parcels',
  recordRequests: true,
  defaultResponse: { statusCode: 404, body: 'No such parcel' },
  stubs: [
    {
      predicates: [{ equals: { method: 'GET', path: '/parcels/71' } }],
      responses: [{ is: { statusCode: 200, body: 'At the depot' } }],
    },
    {
      predicates: [{ equals: { method: 'POST', path: '/parcels' } }],
      responses: [{ is: { statusCode: 201, body: 'Taken in' } }],
    },
  ],
});
const scales = (port) => ({
  port,
  protocol: 'tcp',
  mode: 'text',
  name: 'scales',
  stubs: [{ responses: [{ is: { data: '12.4 kg' } }] }],
});

/** mountebank as its package starts it: a server that plays others, with two of them set up and one that was asked. */
export default {
  get: { npm: { mountebank: '2.9.1' } },
  ports: ['main', 'parcels', 'scales'],
  start: ({ modules, port, work }) => [
    'node',
    [`${modules}/mountebank/bin/mb`, '--port', port(), '--host', '127.0.0.1', '--nologfile', '--pidfile', `${work}/mb.pid`],
  ],
  ready: ({ until, json }) => until(async () => Array.isArray((await json('/imposters')).imposters), 'the server'),
  async drive({ json, port }) {
    await json('/imposters', parcels(port('parcels')));
    await json('/imposters', scales(port('scales')));
    const at = `http://127.0.0.1:${port('parcels')}`;
    await fetch(`${at}/parcels/71`);
    await fetch(`${at}/parcels/72`);
    await fetch(`${at}/parcels`, { method: 'POST', body: 'A crate of pears' });
  },
};
