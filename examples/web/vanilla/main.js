/** A greenhouse without a framework: module variables and a custom element. */
const readings = [
  { bed: 'Tomatoes', moisture: 0.41 },
  { bed: 'Herbs', moisture: 0.63 },
];
const settings = { unit: 'percent', alarmBelow: 0.3, apiKey: 'greenhouse-9f8e7d6c5b4a' };
let waterings = 0;

class BedGauge extends HTMLElement {
  level = 0;
  calibrated = true;
  connectedCallback() {
    this.attachShadow({ mode: 'open' });
    this.show(Number(this.getAttribute('level')));
  }
  show(level) {
    this.level = level;
    this.shadowRoot.innerHTML = `<p class="gauge">Moisture: ${Math.round(level * 100)} %</p>`;
  }
}
customElements.define('bed-gauge', BedGauge);

const draw = () => {
  document.getElementById('beds').innerHTML = readings
    .map(
      ({ bed, moisture }) =>
        `<li class="bed"><span class="bed-name">${bed}</span> <bed-gauge level="${moisture}"></bed-gauge></li>`,
    )
    .join('');
  document.getElementById('count').textContent = String(waterings);
};

document.getElementById('water').addEventListener('click', () => {
  waterings += 1;
  for (const reading of readings) reading.moisture = Math.min(1, reading.moisture + settings.alarmBelow / 10);
  draw();
});
draw();
