import { rmSync } from 'node:fs';

const tags = (all) =>
  Object.entries(all)
    .map(([key, value]) => `<tag k="${key}" v="${value}"/>`)
    .join('');
const nodes = [
  [101, 54.3021, 10.1012, {}],
  [102, 54.3024, 10.1041, {}],
  [103, 54.3037, 10.1066, {}],
  [104, 54.3011, 10.102, {}],
  [105, 54.3011, 10.1027, {}],
  [106, 54.3006, 10.1027, {}],
  [107, 54.3006, 10.102, {}],
  [108, 54.3029, 10.1033, { amenity: 'drinking_water', name: 'Old pump' }],
  [109, 54.304, 10.1058, { highway: 'bus_stop', name: 'Lindeneck', shelter: 'yes' }],
];
const ways = [
  [201, [101, 102, 103], { highway: 'residential', name: 'Eichenweg', maxspeed: '30', surface: 'cobblestone' }],
  [202, [104, 105, 106, 107, 104], { building: 'barn', 'addr:housenumber': '7a', 'building:levels': '2' }],
];
const map = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="hand">
${nodes.map(([id, lat, lon, of]) => `<node id="${id}" version="1" lat="${lat}" lon="${lon}">${tags(of)}</node>`).join('\n')}
${ways.map(([id, refs, of]) => `<way id="${id}" version="1">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tags(of)}</way>`).join('\n')}
<relation id="301" version="1"><member type="way" ref="201" role="forward"/><member type="node" ref="109" role="stop"/>${tags({ type: 'route', route: 'bus', ref: '417', operator: 'Landbus' })}</relation>
</osm>
`;

/** JOSM as Debian has it (Swing), an editor of maps: a hamlet is open, and nobody has changed it. */
export default {
  get: { debian: ['josm', 'jmapviewer'] },
  display: true,
  start({ root, work, write }) {
    rmSync(`${work}/josm`, { recursive: true, force: true });
    const opened = [
      'java.base/sun.security.action',
      'java.desktop/com.sun.imageio.plugins.jpeg',
      'java.desktop/com.sun.imageio.spi',
    ];
    return [
      'java',
      [
        '-Xmx400m',
        `-Duser.home=${work}`,
        `-Djosm.home=${work}/josm`,
        ...opened.map((one) => `--add-exports=${one}=ALL-UNNAMED`),
        '-cp',
        `${root}/usr/share/josm/josm.jar:${root}/usr/share/java/*`,
        'org.openstreetmap.josm.gui.MainApplication',
        ...['--language=en', '--skip-plugins', '--offline=all', '--no-maximize', '--geometry=1200x800+20+20'],
        write('hamlet.osm', map),
      ],
    ];
  },
  ready: ({ until, said }) => until(() => /hamlet\.osm .*completed in/.test(said()), 'the map', 240_000),
};
