import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

const field = (x, y, text) => ['mousemove', x, y, 'click', '--repeat', 3, 1, 'key', 'ctrl+a', 'type', '--delay', 60, text];
const press = (x, y) => ['mousemove', x, y, 'click', 1];

/** What somebody does at the windows, which stand at the same place at every start, since nobody arranges them here. */
const steps = [
  press(165, 32),
  field(97, 64, '6'),
  field(231, 64, '9'),
  field(331, 64, '8'),
  press(192, 156),
  press(32, 314),
  press(60, 32),
  field(260, 64, '75314'),
  field(199, 107, '4.5'),
  field(199, 138, '1.4'),
  press(238, 292),
  ['key', 'Down', 'key', 'Down', 'key', 'Return'],
  press(348, 460),
];

/** Juggling Lab, a desktop program (Swing) that juggles what is written down: four rings are in the air, and a search for patterns is prepared. */
export default {
  get: { debian: ['jugglinglab', 'xdotool', 'libxdo3'] },
  display: true,
  start({ root, work }) {
    rmSync(`${work}/classes.txt`, { force: true });
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Djava.util.prefs.userRoot=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-jar',
        `${root}/usr/share/jugglinglab/jugglinglab.jar`,
      ],
    ];
  },
  async ready({ until, work }) {
    await until(() => loaded(work).includes('jugglinglab.notation.siteswapNotationControl '), 'the window');
    await sleep(3_000);
  },
  async drive({ root, work, until, start }) {
    const libraries = `${root}/usr/lib/${readdirSync(`${root}/usr/lib`).find((one) => one.includes('linux-gnu'))}`;
    for (const step of steps) {
      const hand = start(`${root}/usr/bin/xdotool`, step, { env: { LD_LIBRARY_PATH: libraries } });
      await until(() => hand.exitCode === 0, 'the hand');
      await sleep(500);
    }
    await until(() => loaded(work).includes('jugglinglab.prop.ringProp '), 'the rings');
  },
};
