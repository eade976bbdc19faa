import { rmSync } from 'node:fs';

const settings = { interfaces: { tcp: false, 'nmea-tcp': false, appstore: false }, mdns: false, pipedProviders: [], ssl: false };
const ship = [
  {
    context: 'vessels.self',
    updates: [
      {
        values: [
          { path: '', value: { name: 'Sturmvogel', mmsi: '211345670' } },
          { path: 'design.draft', value: { maximum: 1.9 } },
          { path: 'design.length', value: { overall: 12.6 } },
        ],
      },
    ],
  },
];
const heard = (context, source, values) => ({
  context,
  updates: [{ $source: source, values: Object.entries(values).map(([path, value]) => ({ path, value })) }],
});

/** Signal K as its package starts it, the server of a ship: what instruments said of the own ship and of another, a course and an alarm. */
export default {
  get: { npm: { 'signalk-server': '2.23.0' } },
  start({ modules, work, write, port }) {
    rmSync(`${work}/ship`, { recursive: true, force: true });
    write('ship/settings.json', JSON.stringify(settings));
    write('ship/baseDeltas.json', JSON.stringify(ship));
    return [
      'node',
      [`${modules}/signalk-server/bin/signalk-server`],
      { env: { SIGNALK_NODE_CONFIG_DIR: `${work}/ship`, PORT: String(port()), EXTERNALPORT: String(port()) } },
    ];
  },
  ready: ({ until, json }) => until(async () => (await json('/signalk')).endpoints !== undefined, 'the server'),
  async drive({ modules, port, json, until }) {
    const { default: WebSocket } = await import(`${modules}/ws/wrapper.mjs`);
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/signalk/v1/stream?subscribe=none`);
    await new Promise((resolve) => socket.once('open', resolve));
    const tell = (...delta) => socket.send(JSON.stringify(heard(...delta)));
    tell('vessels.self', 'mast', {
      'environment.wind.speedApparent': 7.2,
      'environment.wind.angleApparent': -0.61,
      'environment.depth.belowTransducer': 14.3,
      'environment.water.temperature': 284.6,
    });
    tell('vessels.self', 'gps', {
      'navigation.position': { latitude: 54.512, longitude: 10.304 },
      'navigation.speedOverGround': 3.4,
      'navigation.courseOverGroundTrue': 1.22,
      'navigation.state': 'sailing',
    });
    tell('vessels.self', 'engine', {
      'electrical.batteries.house.voltage': 12.7,
      'tanks.fuel.0.currentLevel': 0.38,
      'tanks.freshWater.0.currentLevel': 0.81,
    });
    tell('vessels.urn:mrn:imo:mmsi:219017890', 'ais', {
      '': { name: 'Havfruen', mmsi: '219017890' },
      'navigation.speedOverGround': 8.9,
    });
    tell('vessels.self', 'bilge', {
      'notifications.bilge.water': { state: 'alarm', method: ['visual'], message: 'Water in the bilge' },
    });
    await until(async () => (await json('/signalk/v1/api/vessels/self')).notifications?.bilge !== undefined, 'the alarm');
    socket.terminate();
    const course = '/signalk/v2/api/vessels/self/navigation/course';
    await until(async () => {
      await json(`${course}/destination`, { position: { latitude: 54.71, longitude: 10.95 } }, 'PUT');
      return (await json(course)).nextPoint?.position?.latitude === 54.71;
    }, 'the course');
    await json(`${course}/arrivalCircle`, { value: 450 }, 'PUT');
  },
};
