/** A terminal program of the framework alone: structs, tuples, immutable and concurrent collections. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Clock.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('started'), 'the program'),
};
