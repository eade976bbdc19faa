const stub = (name, priority, urlPath, response, more = {}) => ({
  name,
  priority,
  request: { method: 'GET', urlPath },
  response: { status: 200, ...response },
  ...more,
});

/** WireMock as it is published, a server that stands in for others: stubs, one of them with a story in two parts, and what was asked so far. */
export default {
  get: { npm: { wiremock: '3.13.2' } },
  start: ({ modules, port, work, write }) => {
    write('root/mappings/.keep', '');
    const jar = `${modules}/wiremock/build/wiremock-standalone-3.13.2.jar`;
    const options = ['--port', port(), '--bind-address', '127.0.0.1', '--root-dir', `${work}/root`, '--disable-banner'];
    return ['java', ['-Xmx192m', '-jar', jar, ...options, '--max-request-journal-entries', 60, '--container-threads', 14]];
  },
  ready: ({ until, json }) => until(async () => Array.isArray((await json('/__admin/mappings')).mappings), 'the server'),
  async drive({ json, until }) {
    const add = (one) => json('/__admin/mappings', one);
    await add(
      stub('Tide table', 3, '/tides', {
        body: 'high water 06:12',
        headers: { 'X-Station': 'Skagen' },
        fixedDelayMilliseconds: 140,
      }),
    );
    await add(stub('Harbour closed', 1, '/harbour', { status: 503, body: 'fog' }, { metadata: { owner: 'Jorunn' } }));
    const lock = { scenarioName: 'Lock-gate' };
    await add(
      stub('Gate shut', 5, '/gate', { body: 'shut' }, { ...lock, requiredScenarioState: 'Started', newScenarioState: 'Filling' }),
    );
    await add(
      stub('Gate open', 5, '/gate', { body: 'open' }, { ...lock, requiredScenarioState: 'Filling', newScenarioState: 'Emptied' }),
    );
    await json('/__admin/settings', { fixedDelay: 25 });
    await json('/tides?station=12', undefined, 'GET', { 'X-Boat': 'Havorn' });
    await json('/gate');
    await json('/moon');
    await until(async () => (await json('/__admin/requests')).meta.total === 3, 'the requests');
  },
};
