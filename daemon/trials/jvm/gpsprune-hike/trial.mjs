import { existsSync, readFileSync, rmSync } from 'node:fs';

const track = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="trial" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="46.5580" lon="7.8350"><ele>2061</ele><name>Grindel hut</name><desc>Soup until four</desc></wpt>
  <wpt lat="46.5721" lon="7.9012"><ele>2970</ele><name>Raven pass</name></wpt>
  <trk><name>Raven pass in a day</name><trkseg>
    <trkpt lat="46.5501" lon="7.8203"><ele>1612</ele><time>2026-08-14T06:10:00Z</time></trkpt>
    <trkpt lat="46.5580" lon="7.8350"><ele>2061</ele><time>2026-08-14T07:55:00Z</time></trkpt>
    <trkpt lat="46.5655" lon="7.8710"><ele>2540</ele><time>2026-08-14T09:40:00Z</time></trkpt>
    <trkpt lat="46.5721" lon="7.9012"><ele>2970</ele><time>2026-08-14T11:25:00Z</time></trkpt>
    <trkpt lat="46.5802" lon="7.9333"><ele>1985</ele><time>2026-08-14T14:05:00Z</time></trkpt>
  </trkseg></trk>
</gpx>
`;

/** GpsPrune, a desktop program (Swing), with the track of a hike open. What can be undone is of a class that it loads once the file is open. */
export default {
  get: { debian: ['gpsprune'] },
  display: true,
  start({ root, work, write }) {
    rmSync(`${work}/classes.txt`, { force: true });
    return [
      'java',
      [
        '-Xmx192m',
        `-Duser.home=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-jar',
        `${root}/usr/share/gpsprune/gpsprune.jar`,
        '--lang=en',
        `--configfile=${write('gpsprune.cfg', 'prune.showmap=0\n')}`,
        write('hike.gpx', track),
      ],
    ];
  },
  ready({ until, work }) {
    const file = `${work}/classes.txt`;
    return until(() => existsSync(file) && readFileSync(file, 'utf8').includes('tim.prune.undo.UndoLoad'), 'the track');
  },
};
