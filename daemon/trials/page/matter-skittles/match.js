const player = (name, team, chalk) => ({ name, team, chalk, throws: [], points: 0, drinks: 0 });

/** The rules of the house: one throw each in turn, all nine are worth twelve, the king alone is worth fifteen. */
export class Match {
  house = 'The Rusty Anchor';
  lane = 2;
  rounds = 5;
  round = 1;
  stake = 'a smoked eel';
  record = { holder: 'Old Fenna', points: 61, year: 1994 };
  players = [player('Hedda', 'Dredgers', 'white'), player('Rasmus', 'Pilots', 'blue'), player('Okke', 'Dredgers', 'yellow')];
  turn = 0;
  over = false;

  get current() {
    return this.players[this.turn];
  }

  score(fallen) {
    if (fallen.length === 9) return 12;
    if (fallen.length === 1 && fallen[0] === 'king') return 15;
    return fallen.length;
  }

  count(fallen, aim) {
    const points = this.score(fallen);
    this.current.throws.push({ round: this.round, pins: fallen.length, points, aim: { ...aim } });
    this.current.points += points;
    if (fallen.length === 0) this.current.drinks += 1;
    const said = `${this.current.name} threw ${fallen.length}`;
    this.turn = (this.turn + 1) % this.players.length;
    if (this.turn === 0) this.round += 1;
    this.over = this.round > this.rounds;
    return said;
  }
}
