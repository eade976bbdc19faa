import { connect } from 'node:net';

const ask = (port, word) =>
  new Promise((resolve) => {
    let said = '';
    connect(port, '127.0.0.1')
      .on('error', () => resolve(''))
      .setEncoding('utf8')
      .on('data', (text) => {
        said += text;
      })
      .on('close', () => resolve(said))
      .write(word);
  });
const config = (port, work) =>
  `tickTime=1700\ndataDir=${work}/data\nclientPort=${port}\nclientPortAddress=127.0.0.1\nmaxClientCnxns=37\nadmin.enableServer=false\n4lw.commands.whitelist=*\n`;

/** ZooKeeper alone, with two nodes. */
export default {
  get: { debian: ['zookeeper', 'libzookeeper-java', 'liblogback-java'] },
  start: ({ jars, port, work, write }) => [
    'java',
    [
      '-Xmx192m',
      '-cp',
      jars.join(':'),
      'org.apache.zookeeper.server.quorum.QuorumPeerMain',
      write('zoo.cfg', config(port(), work)),
    ],
  ],
  ready: ({ until, port }) => until(async () => (await ask(port(), 'ruok')) === 'imok', 'the server'),
  async drive({ start, jars, port, until }) {
    const client = start('java', [
      '-Xmx96m',
      '-cp',
      jars.join(':'),
      'org.apache.zookeeper.ZooKeeperMain',
      '-server',
      `127.0.0.1:${port()}`,
    ]);
    client.stdin.write('create /lights "harbour lights"\ncreate /lights/north on\nls /lights\n');
    await until(async () => Number(/Node count: (\d+)/.exec(await ask(port(), 'srvr'))?.[1]) >= 7, 'the nodes');
  },
};
