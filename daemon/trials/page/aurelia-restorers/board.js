import { paintings, workshop } from './paintings.js';

export class Board {
  workshop = workshop;
  paintings = paintings;
  stages = [
    { id: 'arrived', title: 'Arrived' },
    { id: 'cleaning', title: 'Cleaning' },
    { id: 'retouching', title: 'Retouching' },
    { id: 'ready', title: 'Ready' },
  ];
  search = '';
  restorer = '';
  urgentOnly = false;
  chosen = null;
  log = [];

  get columns() {
    const wanted = this.search.toLowerCase();
    const shown = this.paintings.filter(
      (one) =>
        (one.title.toLowerCase().includes(wanted) || one.painter.toLowerCase().includes(wanted)) &&
        (this.restorer === '' || one.restorer === this.restorer) &&
        (!this.urgentOnly || one.urgent),
    );
    return this.stages.map(({ id, title }) => ({ title, paintings: shown.filter(({ stage }) => stage === id) }));
  }

  get hoursLeft() {
    return this.paintings.reduce((sum, one) => sum + Number(one.hours), 0);
  }

  choose(painting) {
    this.chosen = painting;
  }

  move(painting) {
    const at = this.stages.findIndex(({ id }) => id === painting.stage);
    const next = this.stages[Math.min(at + 1, this.stages.length - 1)];
    painting.stage = next.id;
    this.log.push({ painting: painting.id, text: `${painting.title}: ${next.title.toLowerCase()}` });
  }

  sendHome(painting) {
    this.paintings.splice(this.paintings.indexOf(painting), 1);
    this.chosen = null;
    this.log.push({ painting: painting.id, text: `${painting.title}: sent to ${painting.owner}` });
  }
}
