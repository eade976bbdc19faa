const { FtpSrv, FileSystem } = require('ftp-srv');

const [port, folder] = process.argv.slice(2);
const accounts = new Map([
  ['ilse', { secretWord: 'heron', quota: 5000, logins: 0 }],
  ['otto', { secretWord: 'crane', quota: 800, logins: 0 }],
]);
const uploads = [];

class Shelf extends FileSystem {
  constructor(connection, options, name) {
    super(connection, options);
    this.name = name;
  }
  write(file, options) {
    uploads.push({ file, by: this.name });
    return super.write(file, options);
  }
}

const server = new FtpSrv({
  url: `ftp://127.0.0.1:${port}`,
  greeting: ['The archive', 'is open'],
  pasv_min: 9600,
  pasv_max: 9700,
  anonymous: false,
});
server.on('login', ({ connection, username, password }, resolve, reject) => {
  const account = accounts.get(username);
  if (account?.secretWord !== password) return reject(new Error('No'));
  account.logins += 1;
  resolve({ fs: new Shelf(connection, { root: folder, cwd: '/' }, username) });
});
server.listen().then(() => console.log('listening'));
