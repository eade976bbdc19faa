/** A host with MediatR, options and a channel of what waits. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Desk.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('boarding'), 'the program'),
};
