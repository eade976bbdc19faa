const response = (uuid, body, statusCode, label) => ({
  uuid,
  body,
  latency: 0,
  statusCode,
  label,
  headers: [{ key: 'Content-Type', value: 'application/json' }],
  bodyType: 'INLINE',
  filePath: '',
  databucketID: '',
  sendFileAsBody: false,
  rules: [],
  rulesOperator: 'OR',
  disableTemplating: false,
  fallbackTo404: false,
  default: true,
  crudKey: 'id',
  callbacks: [],
});
const route = (uuid, method, endpoint, documentation, answer) => ({
  uuid,
  type: 'http',
  documentation,
  method,
  endpoint,
  responses: [answer],
  responseMode: null,
  streamingMode: null,
  streamingInterval: 0,
});
const environment = (port) => ({
  uuid: '5c9a8b1e-3a53-4c41-9c3e-0c0ffee00001',
  lastMigration: 33,
  name: 'Harbour API',
  endpointPrefix: 'v2',
  latency: 25,
  port,
  hostname: '127.0.0.1',
  folders: [],
  routes: [
    route(
      '5c9a8b1e-3a53-4c41-9c3e-0c0ffee00002',
      'get',
      'ships',
      'Ships in the harbour',
      response('5c9a8b1e-3a53-4c41-9c3e-0c0ffee00012', '{"ships":["Aurora","Borealis"]}', 200, 'two ships'),
    ),
    route(
      '5c9a8b1e-3a53-4c41-9c3e-0c0ffee00003',
      'post',
      'berths',
      'Reserve a berth',
      response('5c9a8b1e-3a53-4c41-9c3e-0c0ffee00013', '{"berth":7}', 201, 'reserved'),
    ),
  ],
  rootChildren: [
    { type: 'route', uuid: '5c9a8b1e-3a53-4c41-9c3e-0c0ffee00002' },
    { type: 'route', uuid: '5c9a8b1e-3a53-4c41-9c3e-0c0ffee00003' },
  ],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' },
  cors: true,
  headers: [{ key: 'X-Harbour', value: 'Trieste' }],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [
    {
      uuid: '5c9a8b1e-3a53-4c41-9c3e-0c0ffee00004',
      id: 'tide',
      name: 'Tides',
      documentation: '',
      value: '[{"high":"04:12","metres":2.4}]',
    },
  ],
  callbacks: [],
});

/** Mockoon's command: an API from a description. */
export default {
  get: { npm: { '@mockoon/cli': '9.3.0' } },
  start: ({ modules, port, write }) => [
    'node',
    [
      `${modules}/@mockoon/cli/bin/run.js`,
      'start',
      '--data',
      write('harbour.json', JSON.stringify(environment(port()))),
      '--disable-log-to-file',
    ],
  ],
  ready: ({ until, json }) => until(async () => (await json('/v2/ships')).ships?.length === 2, 'the API'),
};
