import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

/** Artemis, a desktop program (Swing) that shows and annotates sequences: a piece of a moss with five features, one of which is selected. The window stands in the middle at every start, since nobody arranges it here. */
export default {
  get: { debian: ['artemis', 'xdotool', 'libxdo3'] },
  display: true,
  start({ root, jars, trial, work }) {
    rmSync(`${work}/classes.txt`, { force: true });
    return [
      'java',
      [
        '-Xmx256m',
        '--add-opens=java.base/java.lang=ALL-UNNAMED',
        '--add-opens=java.base/java.util=ALL-UNNAMED',
        `-Duser.home=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-Drun_quietly=true',
        '-cp',
        jars.filter((jar) => jar.startsWith(`${root}/usr/share/java/`)).join(':'),
        'uk.ac.sanger.artemis.components.ArtemisMain',
        `${trial}/moss.embl`,
      ],
    ];
  },
  async ready({ until, work }) {
    await until(() => loaded(work).includes('uk.ac.sanger.artemis.components.FeatureList '), 'the window');
    await sleep(6_000);
  },
  async drive({ root, until, start }) {
    const libraries = `${root}/usr/lib/${readdirSync(`${root}/usr/lib`).find((one) => one.includes('linux-gnu'))}`;
    const hand = start(`${root}/usr/bin/xdotool`, ['mousemove', 230, 655, 'click', 1], { env: { LD_LIBRARY_PATH: libraries } });
    await until(() => hand.exitCode === 0, 'the hand');
    await sleep(1_000);
  },
};
