/** F#: a model of records, unions, a map and an option. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Garden.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('sown'), 'the program'),
};
