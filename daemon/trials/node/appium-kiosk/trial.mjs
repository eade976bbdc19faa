import { cpSync } from 'node:fs';

/** What `appium driver install` would have written down. */
const extensions = (modules) => `drivers:
  fake:
    pkgName: "@appium/fake-driver"
    version: 6.2.4
    installType: local
    installSpec: ${modules}/@appium/fake-driver
    installPath: ${modules}/@appium/fake-driver
    appiumVersion: ^3.0.0-beta.0
    automationName: Fake
    platformNames: [Fake]
    mainClass: FakeDriver
    schema: ./build/lib/fake-driver-schema.js
plugins: {}
schemaRev: 4
`;
const element = 'element-6066-11e4-a52e-4f735466cecf';

/** Appium as it is published, a server that drives devices for tests, with the driver of devices that its authors test it with: two sessions under way. */
export default {
  get: { npm: { appium: '3.8.0', '@appium/fake-driver': '6.2.4' } },
  start({ modules, trial, work, port, write }) {
    write('home/package.json', '{ "private": true }');
    write('home/node_modules/.cache/appium/extensions.yaml', extensions(modules));
    cpSync(`${trial}/kiosk.xml`, `${work}/kiosk.xml`);
    const options = [
      '--address',
      '127.0.0.1',
      '--port',
      port(),
      '--allow-insecure',
      '*:session_discovery',
      '--log-level',
      'warn',
    ];
    return [
      'node',
      [`${modules}/appium/index.js`, 'server', ...options, '--keep-alive-timeout', 750],
      { env: { APPIUM_HOME: `${work}/home` } },
    ];
  },
  ready: ({ until, json }) => until(async () => (await json('/status')).value.ready, 'the server'),
  async drive({ json, work }) {
    const create = async (device, name, seconds) => {
      const wanted = {
        platformName: 'Fake',
        'appium:automationName': 'Fake',
        'appium:app': `${work}/kiosk.xml`,
        'appium:deviceName': device,
        'appium:udid': name,
        'appium:newCommandTimeout': seconds,
      };
      const { value } = await json('/session', { capabilities: { alwaysMatch: wanted } });
      const ask = async (route, body) => (await json(`/session/${value.sessionId}${route}`, body)).value;
      const find = async (id) => `/element/${(await ask('/element', { using: 'xpath', value: `//*[@id='${id}']` }))[element]}`;
      return { ask, find };
    };
    const north = await create('North hall kiosk', 'KIOSK-N-03', 5400);
    await north.ask('/orientation', { orientation: 'LANDSCAPE' });
    await north.ask('/location', { location: { latitude: 59.91, longitude: 10.75 } });
    await north.ask(`${await north.find('passenger')}/value`, { text: 'Liv Aune' });
    await north.ask(`${await north.find('buy')}/click`, {});
    await north.ask('/timeouts', { type: 'implicit', ms: 2500 });
    const south = await create('South gate kiosk', 'KIOSK-S-01', 3600);
    await south.ask('/fakedriver', { thing: 'paper roll' });
    await south.ask('/location', { location: { latitude: 60.39, longitude: 5.32 } });
  },
};
