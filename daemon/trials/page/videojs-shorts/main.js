/** A recording of silence that lasts so many seconds. */
const silence = (seconds) => {
  const rate = 8000;
  const bytes = new DataView(new ArrayBuffer(44 + seconds * rate));
  const write = (at, text) => {
    for (const [index, one] of [...text].entries()) bytes.setUint8(at + index, one.charCodeAt(0));
  };
  write(0, 'RIFF');
  bytes.setUint32(4, 36 + seconds * rate, true);
  write(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate, true);
  bytes.setUint16(32, 1, true);
  bytes.setUint16(34, 8, true);
  write(36, 'data');
  bytes.setUint32(40, seconds * rate, true);
  new Uint8Array(bytes.buffer, 44).fill(128);
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
};

const films = [
  { title: 'The Cheese Bell', director: 'Aurel Minder', year: 1987, seconds: 95, prize: 'Golden Churn' },
  { title: 'Snow on the Line', director: 'Ines Talbot', year: 2003, seconds: 140, prize: null },
  { title: 'Two Ferrymen', director: 'Kazimir Wojt', year: 2019, seconds: 60, prize: 'Audience, third' },
];
const evening = { host: 'Dorothea Pfau', hall: 'Old fire station', current: 0, places: [{ film: 'The Cheese Bell', at: 12 }] };

const player = globalThis.videojs('screen', { playbackRates: [0.75, 1, 1.5], userActions: { hotkeys: true } });
const captions = player.addTextTrack('captions', 'Romansh', 'rm');
captions.mode = 'disabled';

const draw = () => {
  const film = films[evening.current];
  document.querySelector('#now').textContent = `${film.title} by ${film.director}`;
  document
    .querySelector('#programme')
    .replaceChildren(
      ...films.map(({ title, year }) => Object.assign(document.createElement('li'), { textContent: `${title} (${year})` })),
    );
  document
    .querySelector('#places')
    .replaceChildren(
      ...evening.places.map(({ film: of, at }) =>
        Object.assign(document.createElement('li'), { textContent: `${of} at ${at} s` }),
      ),
    );
};
const show = (index) => {
  evening.current = index % films.length;
  player.src({ src: silence(films[evening.current].seconds), type: 'audio/wav' });
  draw();
};
document.querySelector('#next').addEventListener('click', () => show(evening.current + 1));
document.querySelector('#remember').addEventListener('click', () => {
  evening.places.push({ film: films[evening.current].title, at: Math.round(player.currentTime()) });
  draw();
});
document
  .querySelector('#louder')
  .addEventListener('click', () => player.volume(Math.min(1, Math.round(player.volume() * 10 + 1) / 10)));
document.querySelector('#captions').addEventListener('click', () => {
  captions.mode = captions.mode === 'showing' ? 'disabled' : 'showing';
});
player.ready(() => {
  player.volume(0.4);
  player.playbackRate(1.5);
  show(0);
});
