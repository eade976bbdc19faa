/** A MemoryCache of records, a timer, and a Main that waits for a line. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Atlas.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('ready'), 'the program'),
};
