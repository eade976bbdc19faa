import { Bodies, Body, Composite, Engine, Events, Sleeping, Vector } from 'matter-js';

const names = ['king', 'left knight', 'right knight', 'left bishop', 'right bishop', 'left pawn', 'right pawn', 'front', 'back'];
const places = [
  [0, 0],
  [-32, -32],
  [32, -32],
  [-64, 0],
  [64, 0],
  [-32, 32],
  [32, 32],
  [0, 64],
  [0, -64],
];
const step = 1000 / 60;

/** The lane seen from above, with nine pins and a ball. */
export class Alley {
  width = 360;
  length = 720;
  oil = 0.012;
  clatter = 0;
  rolling = false;
  steps = 0;

  constructor({ wood, ballWeight }) {
    this.wood = wood;
    this.engine = Engine.create({ gravity: { x: 0, y: 0 }, enableSleeping: true });
    const wall = { isStatic: true, label: 'gutter', restitution: 0.3 };
    Composite.add(this.engine.world, [
      Bodies.rectangle(4, 360, 8, 720, wall),
      Bodies.rectangle(356, 360, 8, 720, wall),
      Bodies.rectangle(180, 4, 360, 8, { ...wall, label: 'backstop' }),
    ]);
    this.ball = Bodies.circle(180, 660, 17, { label: 'ball', frictionAir: this.oil, restitution: 0.2 });
    Body.setMass(this.ball, ballWeight);
    Composite.add(this.engine.world, this.ball);
    this.pins = [];
    this.setPins();
    Events.on(this.engine, 'collisionStart', ({ pairs }) => {
      this.clatter += pairs.filter(({ bodyA, bodyB }) => bodyA.plugin.pin || bodyB.plugin.pin).length;
    });
  }

  setPins() {
    Composite.remove(this.engine.world, this.pins);
    this.pins = places.map(([x, y], index) =>
      Bodies.circle(180 + x, 140 + y, 10, {
        label: names[index],
        frictionAir: 0.03,
        restitution: 0.6,
        plugin: { pin: true, fallen: false, home: { x: 180 + x, y: 140 + y } },
      }),
    );
    Composite.add(this.engine.world, this.pins);
  }

  putBall(x) {
    Sleeping.set(this.ball, false);
    Body.setPosition(this.ball, { x, y: 660 });
    Body.setVelocity(this.ball, { x: 0, y: 0 });
    Body.setAngle(this.ball, 0);
  }

  roll(degrees, strength) {
    const angle = (degrees * Math.PI) / 180;
    Body.setVelocity(this.ball, { x: Math.sin(angle) * strength, y: -Math.cos(angle) * strength });
    this.rolling = true;
    this.steps = 0;
    this.clatter = 0;
  }

  /** One sixtieth of a second; tells when all has come to rest. */
  advance() {
    if (!this.rolling) return false;
    Engine.update(this.engine, step);
    this.steps += 1;
    for (const { plugin, position } of this.pins)
      if (Vector.magnitude(Vector.sub(position, plugin.home)) > 7) plugin.fallen = true;
    if (this.steps < 240) return false;
    this.rolling = false;
    return true;
  }

  get fallen() {
    return this.pins.filter(({ plugin }) => plugin.fallen).map(({ label }) => label);
  }
}
