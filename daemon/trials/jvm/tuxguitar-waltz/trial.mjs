import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const chunk = (id, bytes) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([Buffer.from(id), length, Buffer.from(bytes)]);
};
const quarter = [0x83, 0x60];
const end = [0, 0xff, 0x2f, 0];
const meta = (type, ...bytes) => [0, 0xff, type, bytes.length, ...bytes];
const part = (channel, program, keys) =>
  chunk('MTrk', [
    ...[0, 0xc0 | channel, program],
    ...keys.flatMap((key) => [0, 0x90 | channel, key, 96, ...quarter, 0x80 | channel, key, 0]),
    ...end,
  ]);

/** A waltz of three bars for concertina and bass, 150 quarters a minute. */
const waltz = Buffer.concat([
  chunk('MThd', [0, 1, 0, 3, 480 >> 8, 480 & 255]),
  chunk('MTrk', [...meta(0x58, 3, 2, 24, 8), ...meta(0x51, 0x06, 0x1a, 0x80), ...end]),
  part(0, 23, [60, 64, 67, 62, 65, 69, 64, 67, 72]),
  part(1, 32, [36, 43, 43, 38, 45, 45, 36, 43, 43]),
]);

/** TuxGuitar, an editor for music (SWT), with a tune open. */
export default {
  get: { debian: ['tuxguitar'] },
  display: true,
  start({ root, work }) {
    writeFileSync(`${work}/waltz.mid`, waltz);
    rmSync(`${work}/classes.txt`, { force: true });
    // A lock that one that was killed left there looks like one that is running.
    rmSync(`${work}/temporary`, { recursive: true, force: true });
    mkdirSync(`${work}/temporary`);
    const home = `${root}/usr/share/tuxguitar`;
    const jars = ['org.eclipse.swt', 'itext5', 'itext5-pdfa', 'itext5-xmlworker'].map(
      (jar) => `${root}/usr/share/java/${jar}.jar`,
    );
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Djava.io.tmpdir=${work}/temporary`,
        `-Dtuxguitar.home.path=${home}`,
        `-Dtuxguitar.share.path=${home}`,
        `-Djava.library.path=${root}/usr/lib/jni`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        [...jars, `${home}/lib/*`, `${home}/dist/`].join(':'),
        'org.herac.tuxguitar.app.TGMainSingleton',
        `file://${work}/waltz.mid`,
      ],
      { env: { HOME: work, GDK_BACKEND: 'x11' } },
    ];
  },
  ready({ until, work }) {
    const file = `${work}/classes.txt`;
    return until(
      () => existsSync(file) && readFileSync(file, 'utf8').includes('org.herac.tuxguitar.io.midi.MidiSongReader '),
      'the tune',
    );
  },
};
