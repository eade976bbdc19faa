const { Phaser } = window;
const size = 48;
const levels = [
  { name: 'Loading dock', par: 18, map: ['########', '#@ $  .#', '# $    #', '#  . # #', '########'] },
  { name: 'Cold store', par: 41, map: ['#######', '#. @  #', '# $$ .#', '#######'] },
];
const steps = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

class Warehouse extends Phaser.Scene {
  constructor() {
    super('warehouse');
    this.worker = { column: 0, row: 0, facing: 'down' };
    this.crates = [];
    this.targets = [];
    this.walls = new Set();
    this.moves = 0;
    this.pushes = 0;
    this.undone = [];
    this.levelNumber = 0;
    this.sound_on = true;
    this.best = { 'Loading dock': 22, 'Cold store': null };
    this.player = 'Wilhelmina';
  }
  create() {
    this.registry.set('coins', 35);
    this.title = this.add.text(16, 8, '', { fontSize: '22px' });
    this.counter = this.add.text(16, 340, '', { fontSize: '18px' });
    this.pieces = this.add.group();
    this.load_level(0);
    for (const name of Object.keys(steps)) this.input.keyboard.on(`keydown-${name.toUpperCase()}`, () => this.walk(name));
    this.input.keyboard.on('keydown-U', () => this.undo());
    this.game.canvas.dataset.ready = 'yes';
  }
  load_level(number) {
    this.levelNumber = number;
    this.crates = [];
    this.targets = [];
    this.walls.clear();
    this.moves = 0;
    this.pushes = 0;
    levels[number].map.forEach((line, row) => {
      [...line].forEach((sign, column) => {
        if (sign === '#') this.walls.add(`${column},${row}`);
        if (sign === '.') this.targets.push({ column, row });
        if (sign === '$') this.crates.push({ column, row, label: `crate ${this.crates.length + 1}` });
        if (sign === '@') Object.assign(this.worker, { column, row, facing: 'down' });
      });
    });
    this.draw();
  }
  crateAt(column, row) {
    return this.crates.find((one) => one.column === column && one.row === row);
  }
  walk(direction) {
    const [dx, dy] = steps[direction];
    const { worker } = this;
    const [column, row] = [worker.column + dx, worker.row + dy];
    worker.facing = direction;
    if (this.walls.has(`${column},${row}`)) return;
    const crate = this.crateAt(column, row);
    if (crate) {
      if (this.walls.has(`${column + dx},${row + dy}`) || this.crateAt(column + dx, row + dy)) return;
      crate.column += dx;
      crate.row += dy;
      this.pushes += 1;
    }
    this.undone.push({ direction, pushed: crate?.label ?? null });
    worker.column = column;
    worker.row = row;
    this.moves += 1;
    this.draw();
  }
  undo() {
    const last = this.undone.pop();
    if (!last) return;
    const [dx, dy] = steps[last.direction];
    const crate = this.crates.find(({ label }) => label === last.pushed);
    if (crate) {
      crate.column -= dx;
      crate.row -= dy;
      this.pushes -= 1;
    }
    this.worker.column -= dx;
    this.worker.row -= dy;
    this.moves -= 1;
    this.draw();
  }
  mute() {
    this.sound_on = false;
  }
  draw() {
    this.pieces.clear(true, true);
    const box = (column, row, color, scale = 0.9) =>
      this.pieces.add(this.add.rectangle(40 + column * size, 64 + row * size, size * scale, size * scale, color));
    for (const wall of this.walls) box(...wall.split(',').map(Number), 0x546e7a, 1);
    for (const { column, row } of this.targets) box(column, row, 0xffd54f, 0.3);
    for (const { column, row } of this.crates) box(column, row, 0x8d6e63);
    box(this.worker.column, this.worker.row, 0x4db6ac, 0.7);
    this.title.setText(levels[this.levelNumber].name);
    this.counter.setText(`Moves ${this.moves}, pushes ${this.pushes}`);
    this.game.canvas.dataset.moves = this.moves;
  }
}

new Phaser.Game({
  type: Phaser.CANVAS,
  parent: 'game',
  width: 640,
  height: 400,
  scene: Warehouse,
  audio: { noAudio: true },
  banner: false,
});
