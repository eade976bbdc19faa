import { rmSync } from 'node:fs';
import { request } from 'node:http';

/** What a program that was told of the proxy asks it for. */
const through = (port, url, method = 'GET') =>
  new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { host: new URL(url).host, 'user-agent': 'labeller/3' },
    });
    asked.once('error', reject);
    asked.once('response', async (answer) => resolve({ status: answer.statusCode, text: (await answer.toArray()).join('') }));
    asked.end();
  });

const rules = {
  Default: 'stock.cannery.test/sardines file://{sardines}\nstock.cannery.test statusCode://418',
  'slow-labels': 'labels.cannery.test resDelay://40 file://{label}',
  'old-brine': 'brine.cannery.test redirect://http://stock.cannery.test/sardines',
};
const values = { sardines: '{"crates":317,"oil":"sunflower"}', label: 'Pilchards in tomato' };

/** Whistle as published: a proxy that is debugged with; three sets of rules, two of them in force, two values, four requests that went through it. */
export default {
  get: { npm: { whistle: '2.10.10' }, files: ['proxy.js'] },
  start({ program, port, work }) {
    rmSync(`${work}/whistle`, { recursive: true, force: true });
    return ['node', [`${program}/proxy.js`, port(), `${work}/whistle`], { env: { WHISTLE_PATH: `${work}/whistle` } }];
  },
  ready: ({ until, said }) => until(() => said().includes('the proxy is up'), 'the proxy'),
  async drive({ json, port, until }) {
    const post = async (route, body) => {
      const { ec } = await json(`/cgi-bin/${route}`, { clientId: 'foreman', ...body });
      if (ec !== 0) throw new Error(`${route}: ${ec}`);
    };
    for (const [name, value] of Object.entries(values)) await post('values/add', { name, value });
    for (const [name, value] of Object.entries(rules)) await post('rules/add', { name, value });
    await post('rules/allow-multiple-choice', { allowMultipleChoice: 1 });
    await post('rules/select', { name: 'slow-labels', value: rules['slow-labels'] });
    await json('/cgi-bin/get-data?startTime=0');
    const answers = [];
    for (const [url, method] of [
      ['http://stock.cannery.test/sardines', 'GET'],
      ['http://stock.cannery.test/herrings', 'POST'],
      ['http://labels.cannery.test/tin/9', 'GET'],
      ['http://stock.cannery.test/sprats', 'DELETE'],
    ])
      answers.push(await through(port(), url, method));
    if (answers.map(({ status }) => status).join() !== '200,418,200,418') throw new Error(JSON.stringify(answers));
    await until(async () => (await json('/cgi-bin/get-data?startTime=0')).data.newIds.length === 4, 'the requests');
  },
};
