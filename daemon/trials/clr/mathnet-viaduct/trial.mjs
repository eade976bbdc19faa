import { connect } from 'node:net';

const lines = [
  'measure pier-3-tilt 1.25',
  'measure pier-3-tilt 1.75',
  'measure deck-strain 140',
  'measure deck-strain 172',
  'measure deck-strain 196',
  'measure deck-strain 164',
  'measure rail-temperature 31.5',
  'watch wind-gust m/s 27',
  'measure wind-gust 29.5',
  'acknowledge 1 Callum',
  'speed 60',
];

/** Watches a viaduct (statistics of Math.NET, a line protocol): four gauges, one alarm that somebody saw and one that nobody did. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Viaduct.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('watching'), 'the monitor'),
  async drive({ port, until }) {
    let said = '';
    const socket = connect(port(), '127.0.0.1').setEncoding('utf8');
    socket
      .on('error', () => undefined)
      .on('data', (text) => {
        said += text;
      });
    for (const line of lines) {
      said = '';
      socket.write(`${line}\n`);
      await until(() => said.endsWith('\n'), `an answer to ${line}`);
      if (!said.startsWith('ok')) throw new Error(`${line}: ${said}`);
    }
    socket.destroy();
  },
};
