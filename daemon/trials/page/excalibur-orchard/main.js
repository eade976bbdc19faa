import { Actor, CollisionType, Color, DisplayMode, Engine, Flags, Font, Keys, Label, Timer, vec } from 'excalibur';

Flags.useCanvasGraphicsContext();

/** The basket goes left and right by keys, space picks what is ripe, W turns the wind, D is the next day. */
class Basket extends Actor {
  constructor() {
    super({
      name: 'Basket',
      pos: vec(400, 540),
      width: 90,
      height: 30,
      color: Color.fromHex('#8d5524'),
      collisionType: CollisionType.Fixed,
    });
    this.capacity = 12;
    this.apples = 3;
    this.owner = 'Pomona';
  }
  step(columns) {
    this.pos = vec(Math.max(40, Math.min(760, this.pos.x + columns * 40)), this.pos.y);
  }
}

class Apple extends Actor {
  constructor(name, sort, x, y, ripeness) {
    super({ name, pos: vec(x, y), radius: 12, color: Color.Red, collisionType: CollisionType.Passive });
    this.sort = sort;
    this.ripeness = ripeness;
    this.worm = false;
  }
}

class Orchard extends Engine {
  constructor() {
    super({
      canvasElementId: 'game',
      width: 800,
      height: 600,
      displayMode: DisplayMode.Fixed,
      suppressPlayButton: true,
      backgroundColor: Color.fromHex('#cfe8c6'),
      suppressConsoleBootMessage: true,
    });
    this.season = { farmer: 'Old Ludo', day: 17, score: 240, lives: 4, wind: 'east', best: 1315 };
    this.basket = new Basket();
    this.apples = [
      new Apple('first', 'Gravenstein', 120, 80, 0.9),
      new Apple('second', 'Cox Orange', 360, 160, 0.55),
      new Apple('third', 'Boskoop', 620, 40, 0.2),
    ];
    this.apples[1].worm = true;
    this.board = new Label({ text: '', pos: vec(16, 16), font: new Font({ size: 20 }) });
    this.calendar = new Timer({ interval: 3_600_000, repeats: true, action: () => this.nextDay() });
  }
  begin() {
    for (const actor of [this.basket, ...this.apples, this.board]) this.currentScene.add(actor);
    this.currentScene.add(this.calendar);
    this.calendar.start();
    this.input.keyboard.on('press', ({ key }) => {
      if (key === Keys.ArrowLeft) this.basket.step(-1);
      if (key === Keys.ArrowRight) this.basket.step(1);
      if (key === Keys.Space) this.pick();
      if (key === Keys.W) this.turnWind();
      if (key === Keys.D) this.nextDay();
      this.show();
    });
    this.show();
    document.body.dataset.ready = 'yes';
  }
  pick() {
    const ripe = this.apples.find(({ ripeness }) => ripeness > 0.5);
    if (!ripe || this.basket.apples === this.basket.capacity) return;
    this.apples.splice(this.apples.indexOf(ripe), 1);
    ripe.kill();
    this.basket.apples += 1;
    this.season.score += ripe.worm ? -15 : 60;
  }
  turnWind() {
    const winds = ['north', 'east', 'south', 'west'];
    this.season.wind = winds[(winds.indexOf(this.season.wind) + 1) % 4];
  }
  nextDay() {
    this.season.day += 1;
  }
  show() {
    const { day, score, lives, wind } = this.season;
    this.board.text = `Day ${day}, ${score} points, ${lives} lives, wind from ${wind}, ${this.basket.apples} of ${this.basket.capacity} apples`;
  }
}

const orchard = new Orchard();
orchard.start().then(() => orchard.begin());
