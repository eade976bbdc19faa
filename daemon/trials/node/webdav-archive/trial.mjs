/** A WebDAV server (webdav-server) with its files in memory: an archive with two users, a file that was put by request, one that was moved, and one that is locked. */
const login = { Authorization: `Basic ${Buffer.from('osei:rookery').toString('base64')}` };
const lock = `<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner><D:href>osei</D:href></D:owner></D:lockinfo>`;
const shelfmark = `<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:" xmlns:A="urn:archive/"><D:set><D:prop><A:shelfmark>PB-17</A:shelfmark></D:prop></D:set></D:propertyupdate>`;

export default {
  get: { npm: { 'webdav-server': '2.6.3' }, files: ['server.js'] },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('archive is open'), 'the archive'),
  async drive({ url }) {
    const ask = (method, path, body, headers = {}) =>
      fetch(url + path, { method, body, headers: { ...login, ...headers } }).then(({ status }) => {
        if (status >= 400) throw new Error(`${method} ${path}: ${status}`);
      });
    await ask('PUT', '/letters/organist-1831.txt', 'Eleven pipes are silent.', { 'Content-Type': 'text/plain' });
    await ask('MKCOL', '/maps');
    await ask('PROPPATCH', '/inventory.txt', shelfmark);
    await ask('MOVE', '/letters/sexton-1802.txt', undefined, { Destination: `${url}/maps/ropes.txt` });
    await ask('LOCK', '/registers/baptisms.csv', lock, { Timeout: 'Second-36000' });
  },
};
