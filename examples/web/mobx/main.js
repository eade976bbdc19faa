/** A kiln: a MobX store behind plain elements. */
import { autorun, makeAutoObservable } from 'mobx';

class Kiln {
  temperature = 20;
  program = 'bisque';
  firings = [{ piece: 'bowl', cone: 6 }];
  constructor() {
    makeAutoObservable(this);
  }
  get isHot() {
    return this.temperature > 60;
  }
  heat(degrees) {
    this.temperature += degrees;
  }
  load(piece, cone) {
    this.firings.push({ piece, cone });
  }
}

const kiln = new Kiln();
const app = document.getElementById('app');
app.innerHTML = '<h1>Kiln</h1><p class="temperature"></p><button type="button">Hotter</button>';
app.querySelector('button').addEventListener('click', () => kiln.heat(10));
autorun(() => {
  app.querySelector('.temperature').textContent = `${kiln.temperature} degrees`;
});
