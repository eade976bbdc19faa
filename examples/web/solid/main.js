/** A timer: Solid with signals. */
import { createSignal } from 'solid-js';
import html from 'solid-js/html';
import { render } from 'solid-js/web';

const Timer = () => {
  const [minutes, setMinutes] = createSignal(25);
  const [label, setLabel] = createSignal('Focus');
  const extend = () => setMinutes(minutes() + 5);
  return html`<main>
    <h1>Timer</h1>
    <input aria-label="Label" value=${label} onInput=${(event) => setLabel(event.target.value)} />
    <p class="minutes">${() => `Minutes: ${minutes()}`}</p>
    <button type="button" onClick=${extend}>Five more</button>
  </main>`;
};

render(Timer, document.getElementById('app'));
