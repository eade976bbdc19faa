const node = (id, host, maxSession, capabilities) => ({
  class: 'org.openqa.grid.common.RegistrationRequest',
  configuration: {
    id,
    host,
    port: 5555,
    remoteHost: `http://${host}:5555`,
    maxSession,
    capabilities,
    // They are not there: nobody asks how they are.
    nodePolling: 86_400_000,
    unregisterIfStillDownAfter: 86_400_000,
    downPollingLimit: 1000,
    registerCycle: 0,
    register: true,
    role: 'node',
    proxy: 'org.openqa.grid.selenium.proxy.DefaultRemoteProxy',
  },
});

/** A hub of Selenium's grid, as published: two machines with browsers are registered, and somebody waits for a browser that none has. */
export default {
  get: { npm: { 'selenium-server': '3.141.59' } },
  start: ({ modules, port }) => [
    'java',
    [
      '-Xmx192m',
      '-jar',
      `${modules}/selenium-server/lib/runner/selenium-server-standalone-3.141.59.jar`,
      ...['-role', 'hub', '-host', '127.0.0.1', '-port', port()],
      ...['-timeout', 1234, '-browserTimeout', 77, '-newSessionWaitTimeout', 3_600_000, '-cleanUpCycle', 7500],
      ...['-throwOnCapabilityNotPresent', 'false'],
    ],
  ],
  ready: ({ until, json }) => until(async () => (await json('/grid/api/hub')).success, 'the hub'),
  async drive({ url, until, json }) {
    const post = (route, body) =>
      fetch(`${url}${route}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    await post(
      '/grid/register',
      node('cellar-rack', '10.11.12.13', 5, [
        { browserName: 'firefox', version: '102.3', platform: 'LINUX', maxInstances: 4, seleniumProtocol: 'WebDriver' },
        { browserName: 'chrome', version: '109.7', platform: 'LINUX', maxInstances: 3, seleniumProtocol: 'WebDriver' },
      ]),
    );
    await post(
      '/grid/register',
      node('front-desk', '10.11.12.99', 2, [
        { browserName: 'safari', version: '15.6', platform: 'MAC', maxInstances: 2, seleniumProtocol: 'WebDriver' },
      ]),
    );
    await until(async () => (await json('/grid/api/proxy?id=front-desk')).success, 'the machines');
    post('/wd/hub/session', { desiredCapabilities: { browserName: 'opera', version: '88.1', platform: 'WINDOWS' } }).catch(
      () => undefined,
    );
    await until(async () => (await json('/grid/api/hub')).newSessionRequestCount === 1, 'who waits');
  },
};
