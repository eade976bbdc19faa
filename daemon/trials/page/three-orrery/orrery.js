import { atom, createStore } from 'jotai/vanilla';
import GUI from 'lil-gui';
import {
  AmbientLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PointLight,
  Raycaster,
  Scene,
  SphereGeometry,
  Vector2,
  WebGLRenderer,
} from 'three';

const bodies = [
  { name: 'Sun', radius: 3, distance: 0, period: 1, colour: '#f6c945', moons: 0 },
  { name: 'Mercury', radius: 0.5, distance: 5, period: 88, colour: '#9a8f86', moons: 0 },
  { name: 'Venus', radius: 0.9, distance: 7.5, period: 225, colour: '#e3bb76', moons: 0 },
  { name: 'Earth', radius: 1, distance: 10, period: 365, colour: '#4f7cac', moons: 1 },
  { name: 'Mars', radius: 0.7, distance: 13, period: 687, colour: '#c1440e', moons: 2 },
];

const dayAtom = atom(0);
const playingAtom = atom(false);
const chosenAtom = atom(null);
const notesAtom = atom([]);
const viewAtom = atom({ tilt: 35, zoom: 1, orbits: true, labels: true });
const summaryAtom = atom((get) => {
  const chosen = get(chosenAtom);
  return chosen === null ? 'Nothing chosen' : `${chosen.name}: ${chosen.period} days, ${chosen.moons} moons`;
});
const store = createStore();

const canvas = document.getElementById('scene');
const scene = new Scene();
const camera = new PerspectiveCamera(50, 900 / 600, 0.1, 200);
const lamp = new PointLight('#fff4d6', 400);
lamp.name = 'Sunlight';
scene.add(lamp, new AmbientLight('#445566', 1.2));
const meshes = bodies.map((body) => {
  const mesh = new Mesh(new SphereGeometry(body.radius, 24, 16), new MeshStandardMaterial({ color: body.colour }));
  mesh.name = body.name;
  mesh.userData = body;
  scene.add(mesh);
  return mesh;
});
const renderer = new WebGLRenderer({ canvas, antialias: false });
renderer.setSize(900, 600, false);

const place = () => {
  const day = store.get(dayAtom);
  const { tilt, zoom } = store.get(viewAtom);
  for (const mesh of meshes) {
    const { distance, period } = mesh.userData;
    const angle = (2 * Math.PI * day) / period;
    mesh.position.set(distance * Math.cos(angle), 0, distance * Math.sin(angle));
  }
  const far = 34 / zoom;
  camera.position.set(0, far * Math.sin((tilt * Math.PI) / 180), far * Math.cos((tilt * Math.PI) / 180));
  camera.lookAt(0, 0, 0);
  renderer.render(scene, camera);
  document.getElementById('day').textContent = `Day ${day}`;
};

const choose = (name) => {
  const body = bodies.find((one) => one.name === name) ?? null;
  store.set(chosenAtom, body);
  for (const mesh of meshes) mesh.scale.setScalar(mesh.name === name ? 1.4 : 1);
  place();
};

const turn = (days) => store.set(dayAtom, store.get(dayAtom) + days);

const gui = new GUI({ title: 'View' });
const settings = { tilt: 35, zoom: 1, orbits: true, labels: true, follow: 'Sun' };
const keep = () =>
  store.set(viewAtom, { tilt: settings.tilt, zoom: settings.zoom, orbits: settings.orbits, labels: settings.labels });
gui.add(settings, 'tilt', 0, 90, 1).name('Tilt').onChange(keep);
gui.add(settings, 'zoom', 0.5, 3, 0.1).name('Zoom').onChange(keep);
gui.add(settings, 'orbits').name('Show orbits').onChange(keep);
gui.add(settings, 'labels').name('Show labels').onChange(keep);
gui
  .add(
    settings,
    'follow',
    bodies.map(({ name }) => name),
  )
  .name('Choose')
  .onChange(choose);

store.sub(dayAtom, place);
store.sub(viewAtom, place);
store.sub(playingAtom, () => {
  document.getElementById('play').textContent = store.get(playingAtom) ? 'Pause' : 'Play';
});
store.sub(summaryAtom, () => {
  document.getElementById('chosen').textContent = store.get(summaryAtom);
});
store.sub(notesAtom, () => {
  const items = store.get(notesAtom).map(({ about, text, day }) => {
    const item = document.createElement('li');
    item.textContent = `${about} on day ${day}: ${text}`;
    return item;
  });
  document.getElementById('notes').replaceChildren(...items);
});

document.getElementById('play').addEventListener('click', () => store.set(playingAtom, !store.get(playingAtom)));
document.getElementById('forward').addEventListener('click', () => turn(10));
document.getElementById('back').addEventListener('click', () => turn(-10));
document.getElementById('pin').addEventListener('click', () => {
  const field = document.getElementById('note');
  const about = store.get(chosenAtom)?.name ?? 'Sky';
  store.set(notesAtom, [...store.get(notesAtom), { about, text: field.value, day: store.get(dayAtom) }]);
  field.value = '';
});
canvas.addEventListener('click', (event) => {
  const { left, top } = canvas.getBoundingClientRect();
  const at = new Vector2(((event.clientX - left) / 900) * 2 - 1, 1 - ((event.clientY - top) / 600) * 2);
  const ray = new Raycaster();
  ray.setFromCamera(at, camera);
  const [hit] = ray.intersectObjects(meshes);
  if (hit) choose(hit.object.name);
});
setInterval(() => store.get(playingAtom) && turn(1), 1000);
place();
