const entries = `Bib,Name,Club,Class
12,Amparo Gil,Los Garzos,women
27,Teun Bakker,,men
31,Lidia Ferrer,Club Albufera,women
48,Joaquim Pons,Los Garzos,veterans
`;
const lines = [
  'start',
  'split 12 01:24:10',
  'split 31 01:22:55',
  'finish 31 02:51:37',
  'finish 12 02:58:04',
  'retire 48 cramp at the bridge',
];

/** A race that a container of services holds (Simple Injector), its start list read from a table (CsvHelper): two arrived, one retired. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, write }) => ['dotnet', [`${out}/Marathon.dll`, write('entries.csv', entries)]],
  ready: ({ until, said }) => until(() => said().includes('ready:'), 'the race'),
  async drive({ stdin, said, until }) {
    for (const line of [...lines, 'report']) stdin(`${line}\n`);
    await until(() => said().includes('podium:'), 'the report');
  },
};
