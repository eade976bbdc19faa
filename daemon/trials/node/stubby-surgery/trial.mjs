const stubs = `- request:
    url: ^/patients/14$
    method: GET
  response:
    status: 200
    latency: 120
    headers:
      content-type: application/json
    body: '{"name": "Quillon Badger", "ward": "Elm", "weight": 11.4}'
- request:
    url: ^/appointments$
    method: [POST, PUT]
    headers:
      x-surgery: hedgerow
    post: '.*castration.*'
  response:
    status: 409
    body: Doctor Amsel is away on Thursdays
- request:
    url: ^/medicines$
    method: GET
    query:
      shelf: cold
  response:
    - status: 200
      body: Ketamine, 6 vials
    - status: 503
      body: The fridge is being defrosted
`;

/** stubby4node as its package starts it: a server that stands in for a vet's back office; three endpoints from a file, one that was added by its administration, some were asked for. */
export default {
  get: { npm: { stubby: '5.1.1' } },
  ports: ['main', 'admin', 'tls'],
  start: ({ modules, port, write }) => [
    'node',
    [
      `${modules}/stubby/bin/stubby`,
      ...['--data', write('surgery.yaml', stubs), '--location', '127.0.0.1'],
      ...['--stubs', port(), '--admin', port('admin'), '--tls', port('tls')],
    ],
  ],
  ready: ({ until, port }) =>
    until(async () => (await (await fetch(`http://127.0.0.1:${port('admin')}/ping`)).text()) === 'pong', 'the administration'),
  async drive({ url, port }) {
    const added = await fetch(`http://127.0.0.1:${port('admin')}/`, {
      method: 'POST',
      body: JSON.stringify({
        request: { url: '^/rota$', method: 'GET' },
        response: { status: 203, headers: { 'x-shift': 'night' }, body: 'Nurse Halima until six' },
      }),
    });
    if (added.status !== 201) throw new Error(`the rota: ${added.status}`);
    for (let times = 0; times < 4; times++) await (await fetch(`${url}/patients/14`)).text();
    for (let times = 0; times < 3; times++) await (await fetch(`${url}/medicines?shelf=cold`)).text();
    const all = await (await fetch(`http://127.0.0.1:${port('admin')}/`)).json();
    if (all.map(({ hits }) => hits).join() !== '4,0,3,0') throw new Error(`asked: ${all.map(({ hits }) => hits)}`);
  },
};
