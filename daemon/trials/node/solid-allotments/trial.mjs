import { readFileSync } from 'node:fs';

const plots = `@prefix schema: <http://schema.org/>.
<#plot7> a schema:Place; schema:name "Plot 7"; schema:tenant "Marta Holub"; schema:size 240; schema:rent 86.
<#plot12> a schema:Place; schema:name "Plot 12"; schema:tenant "Jens Aakre"; schema:size 310; schema:rent 104.
`;
const rota = { week: 47, duty: 'Ilse Brandt', task: 'Empty the rain barrels', finished: false };

/** Community Solid Server as its package starts it, all in memory: two people's pods of an allotment club, with documents in Turtle, JSON and plain text. */
export default {
  get: { npm: { '@solid/community-server': '7.2.0' } },
  start: ({ modules, port, write }) => {
    const own = JSON.parse(readFileSync(`${modules}/@solid/community-server/config/default.json`, 'utf8'));
    own.import = own.import.map((one) => one.replace('authorization/webacl', 'authorization/allow-all'));
    own.import = own.import.filter((one) => !one.endsWith('auxiliary/acl.json')).concat('css:config/util/auxiliary/empty.json');
    const seed = [
      { email: 'marta@allotments.example', password: 'windfall-9', pods: [{ name: 'marta' }] },
      { email: 'jens@allotments.example', password: 'leek-and-kale', pods: [{ name: 'jens' }] },
    ];
    return [
      'node',
      [
        `${modules}/@solid/community-server/bin/server.js`,
        '--config',
        write('club.json', JSON.stringify(own)),
        '--seedConfig',
        write('members.json', JSON.stringify(seed)),
        '--port',
        port(),
        '--baseUrl',
        `http://127.0.0.1:${port()}/`,
        '--loggingLevel',
        'info',
      ],
    ];
  },
  ready: ({ until, said }) => until(() => said().includes('Listening to server'), 'the server'),
  async drive({ url, until }) {
    const put = async (path, type, body) => {
      const answer = await fetch(`${url}${path}`, { method: 'PUT', headers: { 'Content-Type': type }, body });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    };
    await put('/marta/plots.ttl', 'text/turtle', plots);
    await put('/marta/rota.json', 'application/json', JSON.stringify(rota));
    await put('/jens/diary.txt', 'text/plain', 'Frost on the beans, second sowing lost.');
    await until(async () => (await (await fetch(`${url}/jens/diary.txt`)).text()).startsWith('Frost'), 'the diary');
  },
};
