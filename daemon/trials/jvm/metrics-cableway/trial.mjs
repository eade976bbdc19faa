const lines = [
  'wind 23',
  'carry valley 48 4',
  'carry valley 96 11',
  'carry valley 71 7',
  'carry summit 65 19',
  'carry summit 58 26',
  'stop valley Ice on the rope',
  'go valley',
  'wind 71.5',
  'stop summit Too much wind at the pylon',
  'report',
];

/** A cableway that counts with Dropwizard's metrics: counters, meters, histograms and checks of its health in two registries. */
export default {
  get: { debian: ['libdropwizard-metrics-java', 'libslf4j-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [classes, ...jars.filter((jar) => /share\/java\/(metrics-[a-z]+|slf4j-(api|nop))\.jar$/.test(jar))].join(':'),
      'cableway.Main',
    ],
  ],
  drive: async ({ stdin, said, until }) => {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes('done'), 'the report');
    for (const line of [
      'summit.passengers 123',
      'valley.passengers 215',
      'valley.stops 1',
      'summit.waiting max 26',
      'wind false',
    ])
      if (!said().includes(line)) throw new Error(said());
  },
};
