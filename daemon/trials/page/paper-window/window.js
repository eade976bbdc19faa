/* global paper */
const glass = {
  ruby: { hex: '#a01030', price: 9.5 },
  cobalt: { hex: '#1030a0', price: 12.25 },
  amber: { hex: '#d09020', price: 7 },
  moss: { hex: '#507030', price: 6.4 },
};
const order = { title: 'Untitled', customer: 'Parish of St Brannoc', maker: 'Odile Renard', lead: 14.2, grid: false, moves: 0 };
const byId = (id) => document.getElementById(id);

paper.setup(byId('table'));
const panes = new paper.Layer({ name: 'panes' });
let chosen = null;

const say = (text) => {
  byId('status').textContent = text;
  byId('count').textContent = String(panes.children.length);
};
const choose = (pane) => {
  if (chosen) chosen.selected = false;
  chosen = pane;
  if (!pane) return;
  pane.selected = true;
  byId('colour').value = pane.data.colour;
  say(`Chosen: ${pane.name}`);
};
const paint = (pane, colour) => {
  pane.data.colour = colour;
  pane.fillColor = glass[colour].hex;
};
const put = (pane, name, colour, thickness) => {
  pane.name = name;
  pane.data = { colour, thickness };
  pane.strokeColor = '#222';
  pane.strokeWidth = 3;
  paint(pane, colour);
  panes.addChild(pane);
};

put(new paper.Path.Circle(new paper.Point(120, 120), 60), 'Rose', 'ruby', 3);
put(new paper.Path.Rectangle(new paper.Point(300, 200), new paper.Size(120, 140)), 'Robe', 'moss', 4);
put(new paper.Path.RegularPolygon(new paper.Point(560, 160), 6, 70), 'Comb', 'amber', 3);
put(new paper.Path.Star(new paper.Point(720, 380), 7, 30, 70), 'Star', 'amber', 5);
put(new paper.Path.Ellipse({ center: [200, 450], radius: [110, 50] }), 'Pond', 'cobalt', 4);

const tool = new paper.Tool();
tool.onMouseDown = ({ point }) => choose(panes.hitTest(point, { fill: true, tolerance: 2 })?.item ?? null);
tool.onMouseDrag = ({ delta }) => {
  if (chosen) chosen.position = chosen.position.add(delta);
};
tool.onMouseUp = ({ downPoint, point }) => {
  if (!chosen || downPoint.equals(point)) return;
  order.moves += 1;
  say(`Moved ${chosen.name}`);
};

for (const name of Object.keys(glass)) byId('colour').add(new Option(name));
byId('colour').onchange = ({ target }) => {
  if (!chosen) return;
  paint(chosen, target.value);
  say(`${chosen.name} is ${target.value}`);
};
byId('title').oninput = ({ target }) => {
  order.title = target.value;
};
byId('grid').onchange = ({ target }) => {
  order.grid = target.checked;
};
byId('add').onclick = () => {
  put(new paper.Path.Rectangle(new paper.Point(450, 420), new paper.Size(90, 90)), `Pane ${panes.children.length}`, 'ruby', 3);
  say('Added a pane');
};
byId('remove').onclick = () => {
  const name = chosen?.name;
  chosen?.remove();
  chosen = null;
  say(`Removed ${name}`);
};
byId('bigger').onclick = () => {
  paper.view.zoom *= 1.25;
  say(`Zoom ${paper.view.zoom}`);
};
say('Ready');
