import kaplay from '/node_modules/kaplay/dist/kaplay.mjs';

const k = kaplay({ width: 900, height: 500, background: '#9cc9dd', global: false, debug: false });

const progress = { captain: 'Signe', level: 2, score: 340, lives: 4, weather: 'squall', paused: false };
const crates = [
  { name: 'herring', weight: 12, x: 220, y: 330 },
  { name: 'sand eels', weight: 7, x: 480, y: 280 },
];

k.scene('cliff', () => {
  const board = k.add([k.text('', { size: 20 }), k.pos(16, 12), 'board']);
  const tell = () => {
    board.text = `Level ${progress.level}  Score ${progress.score}  Lives ${progress.lives}  Fuel ${boat.fuel}`;
    document.title = `Puffin rescue: ${progress.score} points, ${boat.fuel} litres`;
  };
  const boat = k.add([
    k.rect(90, 30),
    k.pos(400, 440),
    k.color(120, 60, 30),
    k.area(),
    'boat',
    { speed: 180, fuel: 62, label: 'Tordis' },
  ]);
  const puffins = [
    { called: 'Nib', mood: 'hungry', nest: 14, x: 120 },
    { called: 'Olaf', mood: 'asleep', nest: 3, x: 350 },
    { called: 'Rusk', mood: 'lost', nest: 21, x: 610 },
  ].map(({ x, ...of }) => k.add([k.circle(14), k.pos(x, 180), k.color(20, 20, 20), k.area(), k.health(5), 'puffin', of]));
  for (const { x, y, ...of } of crates) k.add([k.rect(26, 26), k.pos(x, y), k.color(200, 160, 80), 'crate', of]);
  tell();

  const feedPuffin = (called) => {
    const one = puffins.find((puffin) => puffin.called === called);
    if (!one) return;
    one.mood = 'content';
    progress.score += 25;
    tell();
  };
  const nextLevel = () => {
    progress.level += 1;
    tell();
  };
  const steer = (by) => {
    boat.pos.x = Math.max(0, Math.min(810, boat.pos.x + by));
    boat.fuel -= 1;
    tell();
  };
  k.onKeyPress('right', () => steer(40));
  k.onKeyPress('left', () => steer(-40));
  k.onKeyPress('f', () => feedPuffin('Nib'));
  k.onKeyPress('n', nextLevel);
  k.onKeyPress('p', () => {
    progress.paused = !progress.paused;
  });
  k.onKeyPress('x', () => {
    progress.lives = 0;
    k.go('over');
  });
  globalThis.ready = true;
});
k.scene('over', () => {
  k.add([k.text('The tide took the boat'), k.pos(220, 220), 'ending']);
});
k.go('cliff');
