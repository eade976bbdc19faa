(() => {
  const places = {
    jetty: { text: 'You stand on a rotten jetty.', exits: { east: 'wreck' }, things: ['lantern'] },
    wreck: { text: 'A wreck lies on its side.', exits: { west: 'jetty', north: 'islet' }, things: ['rope', 'compass'] },
    islet: { text: 'Gulls rise from the islet.', exits: { south: 'wreck' }, things: ['chest'] },
  };
  const hero = { name: 'Swantje', place: 'jetty', carries: [], lit: false };
  const said = [];
  let [turns, tide, score] = [0, 9, 0];
  let typed = '';

  const terminal = new window.Terminal({ cols: 72, rows: 20, cursorBlink: false, fontSize: 15, scrollback: 500 });
  terminal.open(document.getElementById('screen'));
  const say = (text) => terminal.writeln(text);

  const commands = {
    go(way) {
      const to = places[hero.place].exits[way];
      if (!to) return say('There is only mud.');
      hero.place = to;
      say(places[to].text);
    },
    take(thing) {
      const here = places[hero.place].things;
      if (!here.includes(thing)) return say(`There is no ${thing} here.`);
      here.splice(here.indexOf(thing), 1);
      hero.carries.push(thing);
      score += 10;
      say(`You take the ${thing}.`);
    },
    light(thing) {
      hero.lit = hero.carries.includes(thing);
      say(hero.lit ? 'It burns.' : 'You have nothing to light.');
    },
    wait: () => say(`Turn ${turns}: the water comes closer.`),
  };
  const obey = (line) => {
    const [verb, noun] = line.trim().split(' ');
    said.push(line);
    turns += 1;
    tide -= 1;
    if (commands[verb]) commands[verb](noun);
    else say('What do you mean?');
    show();
  };
  const show = () => {
    document.getElementById('tide').textContent = tide;
    document.getElementById('score').textContent = score;
  };
  terminal.onData((data) => {
    if (data === '\r') {
      terminal.write('\r\n');
      obey(typed);
      typed = '';
      terminal.write('> ');
    } else if (data === '\x7f') {
      typed = typed.slice(0, -1);
      terminal.write('\b \b');
    } else {
      typed += data;
      terminal.write(data);
    }
  });
  say(places.jetty.text);
  terminal.write('> ');
  show();
})();
