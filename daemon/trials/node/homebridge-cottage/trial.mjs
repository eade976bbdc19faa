import { rmSync } from 'node:fs';

/** It would overwrite its command line with its name, and the daemon of a trial lists by folders alone. */
const keepTitle = "Object.defineProperty(process, 'title', { get: () => 'node', set: () => undefined })";
const config = (port) => ({
  bridge: { name: 'Cottage bridge', username: '0E:3C:22:9A:41:D7', port, pin: '417-52-936', advertiser: 'ciao', bind: ['lo'] },
  description: 'Cottage by the lake',
  accessories: [],
  platforms: [
    {
      platform: 'HomebridgeDummy',
      name: 'Dummies',
      accessories: [
        { id: 'porch', name: 'Porch light', type: 'Lightbulb', defaultOn: true },
        { id: 'pump', name: 'Well pump', type: 'Outlet', defaultOn: false },
        { id: 'fan', name: 'Attic fan', type: 'Switch', defaultOn: true },
      ],
    },
  ],
});

/** Homebridge, as published: a bridge between things of a house and HomeKit, with a published plugin and three pretended things, two of them switched on. */
export default {
  get: { npm: { homebridge: '2.4.0', 'homebridge-dummy': '2.1.1' }, overrides: { '@homebridge/hap-nodejs': '2.2.3' } },
  start: ({ modules, port, work, write }) => {
    rmSync(`${work}/house`, { recursive: true, force: true });
    write('house/config.json', JSON.stringify(config(port())));
    return [
      'node',
      [
        '--require',
        write('title.cjs', keepTitle),
        `${modules}/homebridge/bin/homebridge.js`,
        '--user-storage-path',
        `${work}/house`,
        '--plugin-path',
        modules,
        '--insecure',
        '--no-timestamp',
        '--no-qrcode',
      ],
    ];
  },
  ready: ({ until, said }) => until(() => /is running on port/.test(said()), 'the bridge'),
  async drive({ json, until }) {
    const key = { Authorization: '417-52-936' };
    const things = await until(async () => {
      const { accessories = [] } = await json('/accessories', undefined, 'GET', key);
      return accessories.length === 4 && accessories;
    }, 'the things');
    const named = (name) => things.find(({ services }) => services[0].characteristics.some(({ value }) => value === name)).aid;
    const characteristics = ['Porch light', 'Attic fan'].map((name) => ({ aid: named(name), iid: 10, value: true }));
    await json('/characteristics', { characteristics }, 'PUT', key);
    await until(
      async () =>
        JSON.stringify(await json('/accessories', undefined, 'GET', key)).match(
          /"value":(1|true),"perms":\["ev","pr","pw"\],"description":"On"/g,
        )?.length === 2,
      'two of them to be on',
    );
  },
};
