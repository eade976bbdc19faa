const lines = [
  'claim;H-501;Gerda Weis;Riesling;3.5;40;2026-06-11',
  'claim;H-502;Kemal Arslan;Apples;2;75;2026-06-11',
  'claim;H-503;Convent of St. Anna;Barley;12;5;2026-06-12',
  'claim;H-504;Lorenz Ott;Barley;9;30;2026-07-02',
  'assign;H-502;Doris Mack',
  'pay;H-501',
  'pay;H-504',
  'rule;large;false',
  'report',
];

/** An office that decides claims by rules in MVEL, a language for expressions that is read at run time; clerks type. */
export default {
  get: { debian: ['libmvel-java'], java: 'src' },
  start: ({ classes, jars }) => [
    'java',
    ['-Xmx96m', '-cp', [classes, ...jars.filter((jar) => /share\/java\/mvel2[^/]*\.jar$/.test(jar))].join(':'), 'claims.Main'],
  ],
  drive: async ({ stdin, said, until }) => {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes('done'), 'the report');
    for (const line of ['H-501 paid 13720.0', 'H-502 approved 10800.0', 'H-503 refused 0.0', 'H-504 paid 2970.0'])
      if (!said().includes(line)) throw new Error(said());
  },
};
