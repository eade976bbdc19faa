import { mkdirSync } from 'node:fs';

/** An FTP server (ftp-srv) in a program: one reader who is logged in and looks at maps. */
export default {
  get: { npm: { 'ftp-srv': '4.6.3' }, files: ['archive.js', 'reader.js'] },
  start: ({ program, port, work }) => {
    mkdirSync(`${work}/archive/maps`, { recursive: true });
    return ['node', [`${program}/archive.js`, port(), `${work}/archive`]];
  },
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the archive'),
  async drive({ start, program, port, until }) {
    const reader = start('node', [`${program}/reader.js`, port()]);
    await until(() => reader.said().includes('done'), 'the reader');
  },
};
