/** A room of sea charts whose slips are printed from templates (Handlebars.Net): five charts, two of them lent, one corrected. */
const lines = [
  'add|3501|Sunnfjord|50000',
  'add|3502|Bremanger to Stad|75000',
  'add|3507|Svinesund roads|10000',
  'add|3512|Outer Vikna|100000',
  'add|3519|Bear shoals|25000',
  'lend|3502|Pilot cutter Skarv',
  'lend|3519|Trawler Nordlys',
  'lend|3502|Ketch Havella',
  'correct|3507|Wreck off the north mole, 6 m',
  'variation|3.8 W',
  'report',
];

export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Chartroom.dll`]],
  async drive({ stdin, said, until }) {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes('Tormod Eik, 2 loans, 3.8 W'), 'the report');
  },
};
