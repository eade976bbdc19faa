import { dia, shapes } from '@joint/core';

const byId = (id) => document.getElementById(id);
const colours = { well: '#8ecae6', pump: '#ffb703', tower: '#90be6d' };
const namespace = { ...shapes };
const graph = new dia.Graph({ planName: 'Spring 2027', engineer: 'Mathilde Kern', revision: 6 }, { cellNamespace: namespace });
const paper = new dia.Paper({
  el: byId('paper'),
  model: graph,
  width: 820,
  height: 460,
  gridSize: 10,
  drawGrid: true,
  async: false,
  cellViewNamespace: namespace,
});

const station = (id, kind, name, flow, x, y) =>
  new shapes.standard.Rectangle({
    id,
    position: { x, y },
    size: { width: 120, height: 50 },
    station: { kind, name, flow, closed: false },
    attrs: { body: { fill: colours[kind], rx: 4 }, label: { text: name } },
  });
const pipe = (source, target, millimetres) =>
  new shapes.standard.Link({
    source: { id: source },
    target: { id: target },
    millimetres,
    labels: [{ attrs: { text: { text: `${millimetres} mm` } } }],
  });

graph.addCells([
  station('w1', 'well', 'Oak well', 120, 40, 60),
  station('w2', 'well', 'Mill well', 95, 40, 220),
  station('p1', 'pump', 'North pump', 240, 300, 60),
  station('p2', 'pump', 'Canal pump', 420, 300, 240),
  station('t1', 'tower', 'Castle tower', 0, 600, 140),
  pipe('w1', 'p1', 200),
  pipe('w2', 'p2', 250),
  pipe('p1', 't1', 400),
  pipe('p2', 't1', 350),
]);

let chosen = null;

const summary = () => {
  const stations = graph.getElements().map((one) => one.get('station'));
  const pumped = stations.filter(({ kind, closed }) => kind === 'pump' && !closed).reduce((sum, { flow }) => sum + flow, 0);
  byId('total').textContent = `${pumped} m³/h`;
  byId('counts').textContent = `${stations.length} stations, ${graph.getLinks().length} pipes`;
};

const showChosen = () => {
  const { name, flow, closed } = chosen.get('station');
  byId('name').textContent = name;
  byId('label').value = name;
  byId('flow').value = flow;
  byId('closed').checked = closed;
};

const change = (changes) => {
  if (chosen === null) return;
  chosen.set('station', { ...chosen.get('station'), ...changes });
  chosen.attr('label/text', chosen.get('station').name);
  graph.set('revision', graph.get('revision') + 1);
  showChosen();
  summary();
};

paper.on('element:pointerdown', (view) => {
  chosen = view.model;
  showChosen();
});
graph.on('add remove', summary);

byId('plan').value = graph.get('planName');
byId('plan').addEventListener('change', (event) => graph.set('planName', event.target.value));
byId('snap').addEventListener('change', (event) => paper.setGridSize(event.target.checked ? 10 : 1));
byId('zoom').addEventListener('change', (event) => paper.scale(Number(event.target.value)));
byId('label').addEventListener('change', (event) => change({ name: event.target.value }));
byId('flow').addEventListener('change', (event) => change({ flow: Number(event.target.value) }));
byId('closed').addEventListener('change', (event) => change({ closed: event.target.checked }));
byId('remove').addEventListener('click', () => {
  chosen?.remove();
  chosen = null;
  byId('name').textContent = 'Nothing chosen';
});
byId('add').addEventListener('click', () => graph.addCell(station('w3', 'well', 'New well', 50, 40, 360)));
summary();
