/** WireMock.Net in a program of top-level statements: two stubs, two requests. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Customs.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('asked'), 'the program'),
};
