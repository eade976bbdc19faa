const $ = (id) => document.getElementById(id);

class TuneBook {
  constructor(tunes) {
    this.tunes = tunes;
    this.open = tunes[0];
    this.filter = 'all';
    this.settings = { transpose: 0, tempo: 120, tablature: false };
    this.fridaySet = [];
    this.chosenNote = null;
  }

  mount() {
    this.editor = new ABCJS.Editor('abc', {
      canvas_id: 'paper',
      warnings_id: 'warnings',
      onchange: () => this.typed(),
      abcjsParams: this.params(),
    });
    $('filter').onchange = (event) => this.show(event.target.value);
    $('transpose').onchange = (event) => this.transpose(Number(event.target.value));
    $('tempo').oninput = (event) => this.setTempo(Number(event.target.value));
    $('tab').onchange = (event) => this.showTablature(event.target.checked);
    $('learn').onclick = () => this.markLearnt(this.open);
    $('add').onclick = () => this.addToSet(this.open);
    this.choose(this.open.id);
  }

  params() {
    return {
      visualTranspose: this.settings.transpose,
      tablature: this.settings.tablature ? [{ instrument: 'violin', label: 'Fiddle (%T)' }] : [],
      add_classes: true,
      clickListener: (element) => this.chooseNote(element),
    };
  }

  typed() {
    this.open.abc = $('abc').value;
    const title = /^T:(.*)$/m.exec(this.open.abc);
    if (title) this.open.name = title[1].trim();
    this.list();
  }

  choose(id) {
    this.open = this.tunes.find((tune) => tune.id === id);
    $('abc').value = this.open.abc;
    this.editor.paramChanged(this.params());
    this.list();
  }

  chooseNote(element) {
    this.chosenNote = element.pitches ? { name: element.pitches[0].name, from: element.startChar } : null;
    $('note').textContent = this.chosenNote ? this.chosenNote.name : 'none';
  }

  show(rhythm) {
    this.filter = rhythm;
    this.list();
  }

  transpose(steps) {
    this.settings.transpose = steps;
    this.editor.paramChanged(this.params());
  }

  setTempo(beats) {
    this.settings.tempo = beats;
    $('beats').textContent = beats;
  }

  showTablature(on) {
    this.settings.tablature = on;
    this.editor.paramChanged(this.params());
  }

  markLearnt(tune) {
    tune.learnt = true;
    this.list();
  }

  addToSet(tune) {
    this.fridaySet.push({ tune: tune.name, times: 3 });
    this.list();
  }

  list() {
    const shown = this.tunes.filter((tune) => this.filter === 'all' || tune.rhythm === this.filter);
    $('tunes').replaceChildren(
      ...shown.map((tune) => {
        const item = document.createElement('li');
        item.textContent = `${tune.name} (${tune.rhythm})${tune.learnt ? ' ✓' : ''}`;
        item.className = tune === this.open ? 'open' : '';
        item.onclick = () => this.choose(tune.id);
        return item;
      }),
    );
    $('learnt').textContent = `${this.tunes.filter((tune) => tune.learnt).length} of ${this.tunes.length} learnt`;
    $('set').replaceChildren(
      ...this.fridaySet.map(({ tune, times }) => {
        const item = document.createElement('li');
        item.textContent = `${tune}, ${times} times`;
        return item;
      }),
    );
  }
}

const book = new TuneBook(window.tunes);
book.mount();
