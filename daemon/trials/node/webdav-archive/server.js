const { v2: webdav } = require('webdav-server');

const users = new webdav.SimpleUserManager();
const clerk = users.addUser('ingrid', 'k4-tide', false);
const head = users.addUser('osei', 'rookery', true);
const privileges = new webdav.SimplePathPrivilegeManager();
privileges.setRights(head, '/', ['all']);
privileges.setRights(clerk, '/letters', ['canRead', 'canWriteContent']);

const server = new webdav.WebDAVServer({
  hostname: '127.0.0.1',
  port: Number(process.argv[2]),
  httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'Parish archive'),
  privilegeManager: privileges,
  requireAuthentification: true,
  maxRequestDepth: 3,
  serverName: 'archive-of-st-brannoc',
  version: '1.4.0',
});
server.rootFileSystem().addSubTree(server.createExternalContext(), {
  letters: {
    'bishop-1788.txt': 'The roof will not last the winter.',
    'sexton-1802.txt': 'Bell rope bought of R. Pyke, nine shillings.',
  },
  registers: { 'baptisms.csv': 'year;name\n1791;Thomasin Webber\n' },
  'inventory.txt': 'two chalices, one cracked',
});
server.start(() => console.log('archive is open'));
