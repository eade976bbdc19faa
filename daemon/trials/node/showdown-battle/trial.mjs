/** Pokémon Showdown's simulator as it is published: a battle of two teams at its prompt, three turns in. */
const one = (name, species, item, ability, moves, nature, level) => ({
  name,
  species,
  item,
  ability,
  moves,
  nature,
  level,
  gender: 'F',
  evs: {},
  ivs: {},
});
const lines = [
  `>start ${JSON.stringify({ formatid: 'gen9customgame', seed: [7, 11, 13, 17] })}`,
  `>player p1 ${JSON.stringify({ name: 'Alder Voss', team: [one('Driftwood', 'Sudowoodo', 'Leftovers', 'Sturdy', ['Rock Slide', 'Stealth Rock', 'Protect'], 'Adamant', 70), one('Marigold', 'Sunflora', 'Oran Berry', 'Solar Power', ['Sunny Day', 'Giga Drain', 'Growth'], 'Modest', 68)] })}`,
  `>player p2 ${JSON.stringify({ name: 'Bryony Kett', team: [one('Puddle', 'Quagsire', 'Quick Claw', 'Unaware', ['Recover', 'Amnesia', 'Yawn'], 'Bold', 72), one('Soot', 'Torkoal', 'Heat Rock', 'White Smoke', ['Iron Defense', 'Will-O-Wisp', 'Protect'], 'Calm', 66)] })}`,
  '>p1 team 12',
  '>p2 team 12',
  '>p1 move stealthrock',
  '>p2 move amnesia',
  '>p1 switch 2',
  '>p2 move amnesia',
  '>p1 move sunnyday',
  '>p2 move recover',
];

export default {
  get: { npm: { 'pokemon-showdown': '0.11.11' } },
  start: ({ modules }) => ['node', [`${modules}/pokemon-showdown/pokemon-showdown`, 'simulate-battle', '--skip-build']],
  async drive({ stdin, until, said }) {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes('|turn|4'), 'the fourth turn', 90_000);
  },
};
