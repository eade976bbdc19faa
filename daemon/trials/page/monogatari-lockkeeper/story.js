// The global `monogatari` is the engine's own.

monogatari.settings({
  Name: 'lockkeeper',
  Version: '1.3.0',
  Label: 'Frost',
  Slots: 7,
  MultiLanguage: false,
  Preload: false,
  TypeAnimation: false,
  InstantText: true,
  AutoSave: 0,
  ServiceWorkers: false,
  SaveLabel: 'Winter',
});
monogatari.preferences({
  Language: 'English',
  TextSpeed: 35,
  AutoPlaySpeed: 8,
  Volume: { Music: 0.4, Voice: 1, Sound: 0.7, Video: 1 },
});
monogatari.storage({ keeper: { name: 'Berend Sluys', warmth: 6 }, coal: 11, barges: ['Vrouw Anna', 'Tweeling'], gate: 'closed' });
monogatari.characters({
  b: { name: 'Berend', color: '#3a6ea5' },
  m: { name: 'Mother Tulp', color: '#b5651d' },
});
monogatari.script({
  Frost: [
    'b Ice on the upper pond again. {{coal}} sacks of coal left.',
    'm Open the gate, Berend, my children are cold.',
    {
      Choice: {
        Dialog: 'm Well?',
        Open: { Text: 'Open the gate', Do: 'jump Opened' },
        Wait: { Text: 'Let her wait for the ice-breaker', Do: 'jump Waited' },
      },
    },
  ],
  Opened: [
    {
      Function: {
        Apply() {
          openGate();
          burnCoal(3);
        },
        Revert() {
          monogatari.storage({ gate: 'closed', coal: 11 });
        },
      },
    },
    'm May your stove never go out.',
    'b It will, on Thursday.',
    'm Then come aboard. There is soup.',
    'end',
  ],
  Waited: [
    {
      Function: {
        Apply() {
          hailBarge('Elfrida');
          warmUp(1);
        },
        Revert() {
          monogatari.storage({ barges: monogatari.storage('barges').filter((name) => name !== 'Elfrida') });
          warmUp(-1);
        },
      },
    },
    'b The ice-breaker comes at noon.',
    'm Noon is far away.',
    'end',
  ],
});

function openGate() {
  monogatari.storage({ gate: 'open' });
}
function burnCoal(sacks) {
  monogatari.storage({ coal: monogatari.storage('coal') - sacks });
}
function hailBarge(name) {
  monogatari.storage({ barges: [...monogatari.storage('barges'), name] });
}
function warmUp(degrees) {
  const { keeper } = monogatari.storage();
  monogatari.storage({ keeper: { ...keeper, warmth: keeper.warmth + degrees } });
}

Monogatari.$_ready(() => monogatari.init('#monogatari'));
