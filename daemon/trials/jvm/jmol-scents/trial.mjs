import { existsSync, rmSync } from 'node:fs';

const needed = /\/usr\/share\/java\/(jmol|naga|commons-cli|jni-inchi)\.jar$/i;

/** Jmol, a desktop program (Swing) that shows molecules: three of them in one file, the second on the screen, as a script of commands set it. */
export default {
  get: { debian: ['jmol'] },
  display: true,
  start({ jars, trial, work }) {
    rmSync(`${work}/flask.spt`, { force: true });
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        '-cp',
        jars.filter((jar) => needed.test(jar)).join(':'),
        'org.openscience.jmol.app.Jmol',
        '-g',
        '700x500',
        `${trial}/scents.xyz`,
        '-s',
        `${trial}/look.spt`,
      ],
    ];
  },
  ready: ({ until, work }) => until(() => existsSync(`${work}/flask.spt`), 'the molecules'),
};
