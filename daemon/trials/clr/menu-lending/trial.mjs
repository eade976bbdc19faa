/** A menu that is typed at, over a class library of records: all state is one immutable record, and those before it. */
const lines = [
  'add QA-76 cellar The Art of Waiting',
  'add PN-12 gallery Letters from a Lighthouse',
  'add QK-03 gallery Mosses of the North',
  'enrol Theo Falk',
  'enrol Ilka Berg',
  'lend PN-12 21 Ilka Berg',
  'wish Theo Falk/On Lichens',
  'fine 3 Theo Falk',
];

export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Lending.dll`]],
  drive: async ({ stdin, said, until }) => {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes(`done ${lines.length}`), 'the menu');
  },
};
