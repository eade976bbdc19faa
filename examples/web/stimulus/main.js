/** A car park: a Stimulus controller with values, fields of its own and actions; nothing of it is a global. */
import { Application, Controller } from '@hotwired/stimulus';

class Parking extends Controller {
  static targets = ['free'];
  static values = { free: Number, rates: Object, night: { type: Boolean, default: true } };
  barrier = 'down';
  parked = [];
  park(plate) {
    this.parked.push(plate);
    this.freeValue--;
  }
  open() {
    this.barrier = 'up';
  }
  freeValueChanged(now) {
    this.freeTarget.textContent = `${now} free`;
  }
}

Application.start().register('parking', Parking);
