const point = (at, lat, lon, ele) =>
  `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele><time>2026-05-03T09:${at}:00Z</time></trkpt>`;
const gpx = `<?xml version="1.0"?>
<gpx version="1.1" creator="hand" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="47.05" lon="8.31"><name>Mill bridge</name><type>rest</type></wpt>
<wpt lat="47.06" lon="8.33"><name>Chapel</name><type>sight</type></wpt>
<trk><name>Morning walk</name><trkseg>
${[point('00', 47.05, 8.31, 436), point('12', 47.053, 8.316, 449), point('25', 47.057, 8.324, 471), point('41', 47.06, 8.33, 502)].join('\n')}
</trkseg></trk></gpx>`;

/** GpsPrune, a program for tracks in Swing, with a walk open. */
export default {
  get: { debian: ['gpsprune'] },
  display: true,
  start: ({ jars, work, write }) => [
    'java',
    [
      '-Xmx192m',
      `-Duser.home=${work}`,
      '-jar',
      jars.find((jar) => /gpsprune\.jar$/.test(jar)),
      '--lang=en',
      write('walk.gpx', gpx),
    ],
  ],
};
