import Aurelia, { CustomElement } from 'aurelia';
import { Board } from './board.js';
import { Card } from './card.js';

const restorersBoard = CustomElement.define(
  {
    name: 'restorers-board',
    template: `
<h1>\${workshop.name}</h1>
<p>
  <label>Look for <input value.bind="search" placeholder="painter or title"></label>
  <label>Restorer <select value.bind="restorer"><option value="">everybody</option><option repeat.for="one of workshop.restorers">\${one.name}</option></select></label>
  <label><input type="checkbox" checked.bind="urgentOnly"> Urgent only</label>
  <span class="hours">\${hoursLeft} hours left</span>
</p>
<div class="columns">
  <section class="column" repeat.for="column of columns">
    <h2>\${column.title} (\${column.paintings.length})</h2>
    <painting-card repeat.for="painting of column.paintings" painting.bind="painting" chosen.bind="painting === chosen" on-choose.bind="() => choose(painting)"></painting-card>
  </section>
</div>
<form if.bind="chosen" class="details">
  <h2>\${chosen.title}</h2>
  <label>Hours left <input type="number" value.bind="chosen.hours"></label>
  <label>Note <textarea value.bind="chosen.note"></textarea></label>
  <label><input type="checkbox" checked.bind="chosen.urgent"> Urgent</label>
  <button type="button" click.trigger="move(chosen)">Move on</button>
  <button type="button" click.trigger="sendHome(chosen)">Send home</button>
</form>
<h3>Log</h3>
<ul class="log"><li repeat.for="line of log">\${line.text}</li></ul>`,
    dependencies: [Card],
  },
  Board,
);

Aurelia.app({ host: document.querySelector('restorers-board'), component: restorersBoard }).start();
