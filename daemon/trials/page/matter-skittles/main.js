import { Alley } from './alley.js';
import { Match } from './match.js';
import { Painter } from './painter.js';

class Game {
  aim = { degrees: 0, strength: 14, stand: 180 };
  lamp = true;
  said = 'Hedda begins';
  lag = 0;

  constructor(canvas, line) {
    this.alley = new Alley({ wood: '#c79a62', ballWeight: 5.4 });
    this.match = new Match();
    this.painter = new Painter(canvas);
    this.line = line;
  }

  turnAim(by) {
    this.aim.degrees = Math.max(-12, Math.min(12, this.aim.degrees + by));
  }

  strengthen(by) {
    this.aim.strength = Math.max(6, Math.min(24, this.aim.strength + by));
  }

  stepAside(by) {
    this.aim.stand = Math.max(60, Math.min(300, this.aim.stand + by));
    this.alley.putBall(this.aim.stand);
  }

  throwBall() {
    if (this.alley.rolling || this.match.over) return;
    this.alley.setPins();
    this.alley.putBall(this.aim.stand);
    this.alley.roll(this.aim.degrees, this.aim.strength);
    this.said = `${this.match.current.name} throws`;
  }

  switchLamp() {
    this.lamp = !this.lamp;
  }

  frame(passed) {
    this.lag = Math.min(this.lag + passed, 200);
    for (; this.lag >= 1000 / 60; this.lag -= 1000 / 60)
      if (this.alley.advance()) {
        this.said = this.match.count(this.alley.fallen, this.aim);
        this.alley.putBall(this.aim.stand);
      }
    this.painter.draw(this);
    if (this.line.textContent !== this.said) this.line.textContent = this.said;
  }
}

const game = new Game(document.getElementById('alley'), document.getElementById('said'));
const keys = {
  ArrowLeft: () => game.turnAim(-1),
  ArrowRight: () => game.turnAim(1),
  ArrowUp: () => game.strengthen(1),
  ArrowDown: () => game.strengthen(-1),
  a: () => game.stepAside(-10),
  d: () => game.stepAside(10),
  ' ': () => game.throwBall(),
  l: () => game.switchLamp(),
};
addEventListener('keydown', (event) => {
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

let last = performance.now();
const loop = (now) => {
  game.frame(now - last);
  last = now;
  requestAnimationFrame(loop);
};
requestAnimationFrame(loop);
