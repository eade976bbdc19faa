import { existsSync, readFileSync, rmSync } from 'node:fs';

const meteors = `name,found,mass_kg,class,country,seen
Ensisheim,1492,127.0,LL6,France,true
Hoba,1920,60000.0,Iron IVB,Namibia,false
Allende,1969,2000.0,CV3,Mexico,true
Muonionalusta,1906,230.0,Iron IVA,Sweden,false
Tagish Lake,2000,10.0,C2-ung,Canada,true
`;
const museums = `museum,city,pieces
Paneth Hall,Mainz,412
Vault of Stones,Uppsala,96
`;
const parts = 'topcat table ttools util datanode fits task vo votable connect pal tjoin dpac registry tfcat array'.split(' ');
let [last, since] = [0, Date.now()];
/** It says nothing: the tables are shown when no more classes are loaded. */
const isQuiet = (file, name) => {
  const loaded = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (loaded.length !== last) [last, since] = [loaded.length, Date.now()];
  return loaded.includes(name) && Date.now() - since > 3000;
};

/** TOPCAT as Debian has it (Swing), a program for large tables: two tables are open. */
export default {
  get: {
    debian: [
      'topcat',
      ...parts.map((part) => `starlink-${part}-java`),
      ...['jel-java', 'adql-java', 'eag-healpix-java', 'skyview-java', 'javahelp2'],
    ],
  },
  display: true,
  start({ root, work, write }) {
    rmSync(`${work}/classes.txt`, { force: true });
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        `${root}/usr/share/java/*`,
        'uk.ac.starlink.topcat.Driver',
        ...['-noserv', '-f', 'csv', write('meteors.csv', meteors), write('museums.csv', museums)],
      ],
    ];
  },
  ready: ({ until, work }) =>
    until(() => isQuiet(`${work}/classes.txt`, 'uk.ac.starlink.topcat.TopcatModel'), 'the tables', 240_000),
};
