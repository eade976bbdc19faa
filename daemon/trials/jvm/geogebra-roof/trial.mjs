import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

const point = (label, x, y, caption) =>
  `<element type="point" label="${label}"><show object="true" label="true"/><objColor r="0" g="0" b="255" alpha="0"/><layer val="0"/><caption val="${caption}"/><coords x="${x}" y="${y}" z="1"/><pointSize val="4"/></element>`;
const number = (label, value, min, max, caption, y) =>
  `<element type="numeric" label="${label}"><value val="${value}"/><show object="true" label="true"/><objColor r="120" g="40" b="0" alpha="0.1"/><layer val="0"/><caption val="${caption}"/><slider min="${min}" max="${max}" absoluteScreenLocation="true" width="150" x="60" y="${y}" fixed="true" horizontal="true"/></element>`;
const segment = (label, from, to) =>
  `<command name="Segment"><input a0="${from}" a1="${to}"/><output a0="${label}"/></command><element type="segment" label="${label}"><show object="true" label="true"/><objColor r="0" g="0" b="0" alpha="0"/><layer val="0"/><lineStyle thickness="5" type="0"/></element>`;
const text = (label, words) =>
  `<expression label="${label}" exp="&quot;${words}&quot;"/><element type="text" label="${label}"><show object="true" label="true"/><objColor r="0" g="0" b="0" alpha="0"/><layer val="0"/></element>`;
const drawing = `<?xml version="1.0" encoding="utf-8"?>
<geogebra format="4.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<euclidianView><size width="640" height="480"/><coordSystem xZero="60" yZero="380" scale="55" yscale="55"/><evSettings axes="true" grid="true" pointCapturing="3" rightAngleStyle="1"/></euclidianView>
<kernel><continuous val="false"/><decimals val="2"/><angleUnit val="degree"/><coordStyle val="0"/></kernel>
<construction title="Roof of the barn" author="Wilma Achterberg" date="3 May 2026">
${number('load', 2.75, 0, 6, 'Snow on the roof', 60)}
${number('rafters', 14, 2, 40, 'How many rafters', 110)}
${point('A', 0, 0, 'West wall')}
${point('B', 8, 0, 'East wall')}
${point('C', 4, 3, 'Ridge')}
${segment('span', 'A', 'B')}
${segment('slope', 'A', 'C')}
${text('note', 'Oak, a hand thick')}
<expression label="total" exp="load rafters"/><element type="numeric" label="total"><value val="38.5"/><show object="false" label="false"/></element>
</construction>
</geogebra>
`;
const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

/** GeoGebra as Debian has it (Swing): the drawing of a roof is open, with three points, two lines, a note and three numbers. */
export default {
  get: { debian: ['geogebra', 'mathpiper'] },
  display: true,
  start({ root, work, write }) {
    for (const one of ['classes.txt', 'roof.ggb']) rmSync(`${work}/${one}`, { force: true });
    write('roof/geogebra.xml', drawing);
    execFileSync('jar', ['--create', '--no-manifest', '--file', `${work}/roof.ggb`, '-C', `${work}/roof`, 'geogebra.xml']);
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Djava.util.prefs.userRoot=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        `${root}/usr/share/geogebra/geogebra.jar:${root}/usr/share/java/*`,
        'geogebra.GeoGebra',
        '--language=en',
        '--showSplash=false',
        `${work}/roof.ggb`,
      ],
    ];
  },
  /** The drawing is open when no more classes are loaded. */
  ready({ until, work }) {
    let [last, since] = [0, Date.now()];
    return until(
      () => {
        const { length } = loaded(work);
        if (length !== last) [last, since] = [length, Date.now()];
        return /kernel\.AlgoJoinPointsSegment/.test(loaded(work)) && Date.now() - since > 4000;
      },
      'the drawing',
      120_000,
    );
  },
};
