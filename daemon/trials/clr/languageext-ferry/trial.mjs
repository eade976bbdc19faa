const lines = [
  'board children 3',
  'sail',
  'drive BT-4410 18 Signe Aas',
  'drive KX-0092 7',
  'drive ZZ-9999 40 Rolf',
  'board adults 52',
  'board cyclists 6',
  'board adults 4',
  'delay fog in the sound',
  'tide flood',
];

/** The office of a ferry in a functional manner (LanguageExt): one value in an atom, lists, maps and options that do not change. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Ferry.dll`]],
  ready: ({ until, said }) => until(() => said().includes('show'), 'the office'),
  async drive({ stdin, said, until }) {
    for (const line of [...lines, 'show']) stdin(`${line}\n`);
    await until(() => said().includes('log:'), 'the last line');
  },
};
