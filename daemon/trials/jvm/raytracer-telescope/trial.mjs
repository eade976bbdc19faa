import { existsSync, readFileSync, rmSync } from 'node:fs';

const block = (kind, values) =>
  `${kind} {\n${Object.entries(values)
    .map(([name, value]) => `  ${name} = ${value}\n`)
    .join('')}}\n\n`;
const program = {
  decimalPlaces: 3,
  showGrid: true,
  inverse: false,
  snapValue: 0.25,
  beamCount: 9,
  beamWidth: 2,
  dispersionBeams: 0,
  maxIntersections: 48,
  yStartBeamPos: -2.4,
  yEndBeamPos: 2.1,
  tableLineLimit: 320,
  askBeforeDeleting: false,
  divergingSource: false,
  selectedTab: 0,
  selectedComponent: 1,
};
const round = { leftCurvature: 0, rightCurvature: 0, leftZValue: 0, rightZValue: 0, angle: 0, active: true };
const components = [
  {
    name: 'Objective',
    xPos: -4,
    yPos: 0,
    lensRadius: 3,
    leftSphereRadius: 9.5,
    rightSphereRadius: 14,
    thickness: 0.75,
    ior: 1.517,
    dispersion: 64.2,
    symmetrical: false,
    function: 0,
    ...round,
  },
  {
    name: 'Eyepiece',
    xPos: 8.5,
    yPos: 0,
    lensRadius: 1.25,
    leftSphereRadius: 4,
    rightSphereRadius: 4,
    thickness: 0.5,
    ior: 1.62,
    dispersion: 36.4,
    symmetrical: true,
    function: 0,
    ...round,
  },
  {
    name: 'Brass stop',
    xPos: 18,
    yPos: 0,
    lensRadius: 6,
    leftSphereRadius: 0,
    rightSphereRadius: 0,
    thickness: 0,
    ior: 1.5,
    dispersion: 59,
    symmetrical: true,
    function: 2,
    ...round,
    leftCurvature: 3,
    rightCurvature: 3,
    active: false,
  },
];
let [last, since] = [0, Date.now()];
/** It says nothing: the window is there when no more classes are loaded. */
const isQuiet = (file, name) => {
  const loaded = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (loaded.length !== last) [last, since] = [loaded.length, Date.now()];
  return loaded.includes(name) && Date.now() - since > 3000;
};

/** OpticalRayTracer as Debian has it (Swing), a workshop for lenses: a small telescope of three components, whose eyepiece is chosen. */
export default {
  get: { debian: ['opticalraytracer'] },
  display: true,
  start({ root, work, write }) {
    rmSync(`${work}/classes.txt`, { force: true });
    write(
      '.OpticalRayTracer/OpticalRayTracer.ini',
      block('program', program) + components.map((one) => block('object', one)).join(''),
    );
    return [
      'java',
      [
        '-Xmx128m',
        `-Duser.home=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        `${root}/usr/share/java/opticalraytracer-9.6.jar`,
        'opticalraytracer.OpticalRayTracer',
      ],
    ];
  },
  ready: ({ until, work }) =>
    until(() => isQuiet(`${work}/classes.txt`, 'opticalraytracer.RayLensIntersection'), 'the window', 240_000),
};
