/** A thermostat: a Lit element. */
import { html, LitElement } from 'lit';

class RoomThermostat extends LitElement {
  static properties = { target: { type: Number }, room: {}, schedule: { state: true } };
  constructor() {
    super();
    this.target = 19;
    this.room = 'Study';
    this.schedule = [{ from: '07:00', degrees: 20 }];
  }
  warmer(degrees) {
    this.target += degrees;
  }
  render() {
    return html`<h1>${this.room}</h1><p class="target">${this.target} degrees</p><button @click=${() => this.warmer(1)}>Warmer</button>`;
  }
}
customElements.define('room-thermostat', RoomThermostat);
document.getElementById('app').append(document.createElement('room-thermostat'));
