/** Quartz in memory, one job. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Tower.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('scheduled'), 'the program'),
};
