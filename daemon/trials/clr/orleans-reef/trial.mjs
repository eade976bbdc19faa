/** Orleans: three calls of two grains, their state in memory. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Reef.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('dived'), 'the program'),
};
