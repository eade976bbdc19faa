/** Subjects of System.Reactive as state. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Buoys.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('measured'), 'the program'),
};
