class Snake {
  #cells = [
    { x: 5, y: 4 },
    { x: 4, y: 4 },
    { x: 3, y: 4 },
  ];
  #heading = 'right';
  get head() {
    return this.#cells[0];
  }
  get cells() {
    return this.#cells;
  }
  turn(heading) {
    this.#heading = heading;
  }
  move() {
    const by = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] }[this.#heading];
    this.#cells.unshift({ x: this.head.x + by[0], y: this.head.y + by[1] });
    this.#cells.pop();
  }
}

class Game {
  #snake = new Snake();
  #food = new Map([
    ['apple', { x: 12, y: 9, points: 10 }],
    ['cherry', { x: 2, y: 13, points: 25 }],
  ]);
  score = 120;
  lives = 3;
  level = { number: 4, speed: 1.75, name: 'Cellar' };
  player = 'Nadia';
  constructor(canvas) {
    this.pen = canvas.getContext('2d');
    this.best = [
      { who: 'Omar', points: 910 },
      { who: 'Lise', points: 640 },
    ];
  }
  steer(heading) {
    this.#snake.turn(heading);
    this.#snake.move();
    this.score += 1;
    this.draw();
  }
  draw() {
    this.pen.clearRect(0, 0, 400, 300);
    for (const { x, y } of this.#snake.cells) this.pen.fillRect(x * 20, y * 20, 20, 20);
    for (const { x, y } of this.#food.values()) this.pen.strokeRect(x * 20, y * 20, 20, 20);
    this.pen.fillText(`${this.player} ${this.score}`, 10, 10);
  }
}

const settings = { sound: true, volume: 0.6, skin: 'viper' };
const game = new Game(document.querySelector('canvas'));
const keys = { ArrowRight: 'right', ArrowLeft: 'left', ArrowDown: 'down', ArrowUp: 'up' };
addEventListener('keydown', ({ key }) => {
  if (key === 'm') settings.sound = !settings.sound;
  else if (keys[key]) game.steer(keys[key]);
});
game.draw();
