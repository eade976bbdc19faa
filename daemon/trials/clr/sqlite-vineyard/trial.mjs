/** Entity Framework Core on SQLite in memory; one change is not saved. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Vineyard.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('bottled'), 'the program'),
};
