/** A desk that grants fishing permits, whose rules are FluentValidation's; six lines were typed. */
const lines = [
  'apply|Rosalind Teague|Alder beck|Rod|3|37.50',
  'apply|Old Fenwick|Mill tarn|Trap|14|20',
  'apply|Perpetua Sloane|Upper Wend|Rod|2|15',
  'apply|Jago Marl|Lower Wend|Net|1|12.75',
  'stamp|502',
  'open|Heron pool',
];

export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Permits.dll`]],
  drive: async ({ stdin, said, until }) => {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes('done open'), 'the desk');
  },
};
