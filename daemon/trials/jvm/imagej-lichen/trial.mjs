import { existsSync, readFileSync, rmSync } from 'node:fs';

/** A grey picture of sixteen by twelve: lichen on a slate, lighter towards one corner. */
const picture = (columns, rows) =>
  `P2\n${columns} ${rows}\n255\n${Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => 20 + x * 6 + y * 9).join(' ')).join('\n')}\n`;
const macro = (file) => `open("${file}");
rename("slate-17");
setMinAndMax(30, 190);
makeRectangle(4, 3, 8, 6);
run("Set Measurements...", "area mean min redirect=None decimal=3");
run("Measure");
roiManager("Add");
roiManager("Select", 0);
roiManager("Rename", "pale patch");
makeOval(1, 1, 5, 5);
roiManager("Add");
roiManager("Select", 1);
roiManager("Rename", "moss");
run("Measure");
setTool("polygon");
setForegroundColor(200, 30, 60);
print("slate seventeen is measured");
`;
const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

/** ImageJ, a program (AWT) for looking at and measuring pictures, with one picture open, two regions of it kept and measured. */
export default {
  get: { debian: ['libij-java'] },
  display: true,
  start({ root, work, write }) {
    for (const one of ['classes.txt', '.imagej', 'ImageJ']) rmSync(`${work}/${one}`, { recursive: true, force: true });
    const file = write('slate.pgm', picture(16, 12));
    return [
      'java',
      [
        '-Xmx192m',
        `-Duser.home=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        `${root}/usr/share/java/ij.jar`,
        'ij.ImageJ',
        '-macro',
        write('measure.ijm', macro(file)),
      ],
    ];
  },
  /** It says nothing: all is done when no more classes are loaded. */
  ready({ until, work }) {
    let [last, since] = [0, Date.now()];
    return until(() => {
      const { length } = loaded(work);
      if (length !== last) [last, since] = [length, Date.now()];
      return loaded(work).includes('ij.plugin.frame.RoiManager') && Date.now() - since > 4000;
    }, 'the measurements');
  },
};
