const calls = [
  'land;L1;cod;320.5;Havsula;41.5',
  'land;L2;halibut;64;Trygg II;118',
  'land;L3;redfish;150;Havsula;33.25',
  'land;L4;monkfish;48;Solbris;72',
  'buy;L1;Torget Fisk;43.75',
  'lower;L3;29.5',
  'buy;L1;Hotel Bryggen;44',
  'buy;L2;Torget Fisk;120.5',
  'withdraw;L4',
];

/** A fish market that is asked by lines: orders go over a ring (LMAX Disruptor) to the hall, which one thread changes. */
export default {
  get: { debian: ['libdisruptor-java'], java: 'src' },
  start: ({ classes, jars }) => ['java', ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'fishmarket.Market']],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the market'),
  async drive({ stdin, said, until }) {
    for (const call of calls) stdin(`${call}\n`);
    await until(() => {
      stdin('show\n');
      return said().includes('withdrawn');
    }, 'the last call');
  },
};
