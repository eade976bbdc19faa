import { Application, Container, Graphics } from 'pixi.js';
import { colours, Game } from './game.js';

const size = 60;
const cells = 5;
const byId = (id) => document.getElementById(id);
let game = new Game();

const app = new Application();
await app.init({ width: 320, height: 320, background: 0xf3ead7, preference: 'webgl', autoStart: false, sharedTicker: false });
byId('board').append(app.canvas);

const floor = new Container({ label: 'floor' });
const laid = new Container({ label: 'laid' });
app.stage.addChild(floor, laid);

const square = (column, row, colour, inset) =>
  new Graphics().rect(10 + column * size + inset, 10 + row * size + inset, size - 2 * inset, size - 2 * inset).fill(colour);

const show = () => {
  laid.removeChildren();
  for (const { column, row, colour } of game.tiles) {
    const shape = square(column, row, colours[colour], 3);
    shape.label = `${colour} ${column},${row}`;
    laid.addChild(shape);
  }
  byId('points').textContent = game.points;
  byId('turn').textContent = game.turn;
  byId('left').textContent = game.left;
  byId('message').textContent = game.message;
  for (const button of byId('colours').children) button.setAttribute('aria-pressed', String(button.textContent === game.colour));
  app.render();
};

for (let row = 0; row < cells; row++)
  for (let column = 0; column < cells; column++) {
    const shape = square(column, row, 0xd9c9a3, 1);
    shape.eventMode = 'static';
    shape.cursor = 'pointer';
    shape.on('pointertap', () => {
      game.lay(column, row);
      show();
    });
    floor.addChild(shape);
  }

for (const name of Object.keys(colours)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', () => {
    game.colour = name;
    show();
  });
  byId('colours').append(button);
}
byId('player').addEventListener('input', (event) => {
  game.player = event.target.value;
});
byId('level').value = game.level;
byId('level').addEventListener('change', (event) => {
  game.level = event.target.value;
});
byId('sound').addEventListener('change', (event) => {
  game.sound = event.target.checked;
});
byId('undo').addEventListener('click', () => {
  game.undo();
  show();
});
byId('again').addEventListener('click', () => {
  const { player, level } = game;
  game = new Game();
  game.player = player;
  game.level = level;
  show();
});
show();
