/** Entity Framework Core in memory, behind a repository and a service that are made for each request. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Foundry.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('the furnace is lit'), 'the program'),
};
