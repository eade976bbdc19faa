import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const herbarium = `<herbarium curator="Tuva Lindqvist">
  <cabinet no="3" room="Attic">
    <sheet id="h101"><name>Linnaea borealis</name><found>1911</found><place>Abisko</place></sheet>
    <sheet id="h102"><name>Drosera anglica</name><found>1934</found><place>Muddus</place></sheet>
  </cabinet>
  <cabinet no="8" room="Cellar">
    <sheet id="h240"><name>Dryas octopetala</name><found>1899</found><place>Kebnekaise</place><loan>Uppsala</loan></sheet>
  </cabinet>
</herbarium>
`;
const query = `(: sheets that are older than the fire :)
for $sheet in db:open('herbarium')//sheet
where $sheet/found < 1920
order by $sheet/found
return $sheet/name/text()
`;
let [last, since] = [0, Date.now()];
/** It says nothing: what it was asked for is done when no more classes are loaded. */
const isQuiet = (work, name) => {
  const loaded = existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '';
  if (loaded.length !== last) [last, since] = [loaded.length, Date.now()];
  return loaded.includes(name) && Date.now() - since > 3000;
};

/** The window of BaseX, a database for XML (Swing), with a database of three herbarium sheets open and a query in the editor. */
export default {
  get: { debian: ['basex', 'xdotool', 'libxdo3'] },
  display: true,
  start({ root, work, write }) {
    for (const one of ['classes.txt', 'data', '.basex', '.basexgui', '.basexhistory'])
      rmSync(`${work}/${one}`, { recursive: true, force: true });
    return [
      'java',
      [
        '-Xmx192m',
        `-Duser.home=${work}`,
        `-Dorg.basex.path=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        `${root}/usr/share/java/basex.jar`,
        'org.basex.BaseXGUI',
        write('sheets/old.xq', query),
        write('sheets/herbarium.xml', herbarium),
      ],
    ];
  },
  /** It asks whether to make a database of the file. */
  ready: ({ until, work }) => until(() => isQuiet(work, 'org.basex.gui.layout.BaseXDialog'), 'the question'),
  async drive({ root, work, until, start }) {
    const libraries = `${root}/usr/lib/${readdirSync(`${root}/usr/lib`).find((one) => one.includes('linux-gnu'))}`;
    // The answer stands at the same place at every start, since nobody arranges windows here.
    const press = () =>
      start(`${root}/usr/bin/xdotool`, ['mousemove', 680, 405, 'click', 1], { env: { LD_LIBRARY_PATH: libraries } });
    await until(async () => {
      press();
      await sleep(3_000);
      return existsSync(`${work}/data/herbarium`);
    }, 'the database');
    await until(() => isQuiet(work, 'org.basex.gui.view.map.MapPainter'), 'the map');
  },
};
