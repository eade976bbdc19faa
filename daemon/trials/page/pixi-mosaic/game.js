export const colours = { azure: 0x2a6fb0, ochre: 0xc98a1b, garnet: 0x8c1c2e, jade: 0x2e8b57 };
const worth = { azure: 3, ochre: 5, garnet: 8, jade: 2 };

export class Tile {
  constructor(column, row, colour) {
    this.column = column;
    this.row = row;
    this.colour = colour;
  }
}

export class Game {
  tiles = [];
  points = 0;
  turn = 1;
  colour = 'azure';
  player = '';
  level = 'normal';
  sound = false;
  message = 'Lay the first tile';
  best = [
    { player: 'Galla', points: 84 },
    { player: 'Justin', points: 61 },
  ];
  supply = new Map([
    ['azure', 9],
    ['ochre', 7],
    ['garnet', 4],
    ['jade', 11],
  ]);

  at(column, row) {
    return this.tiles.find((one) => one.column === column && one.row === row);
  }

  get left() {
    return [...this.supply.values()].reduce((sum, count) => sum + count, 0);
  }

  neighbours({ column, row, colour }) {
    return this.tiles.filter((one) => one.colour === colour && Math.abs(one.column - column) + Math.abs(one.row - row) === 1)
      .length;
  }

  lay(column, row) {
    if (this.at(column, row) !== undefined) {
      this.message = 'There is a tile already';
      return;
    }
    if (this.supply.get(this.colour) === 0) {
      this.message = `No more ${this.colour}`;
      return;
    }
    const tile = new Tile(column, row, this.colour);
    this.points += worth[this.colour] + 2 * this.neighbours(tile);
    this.tiles.push(tile);
    this.supply.set(this.colour, this.supply.get(this.colour) - 1);
    this.turn += 1;
    this.message = `${this.colour} at ${column}, ${row}`;
  }

  undo() {
    const tile = this.tiles.pop();
    if (tile === undefined) return;
    this.points -= worth[tile.colour] + 2 * this.neighbours(tile);
    this.supply.set(tile.colour, this.supply.get(tile.colour) + 1);
    this.turn -= 1;
    this.message = 'Taken back';
  }
}
