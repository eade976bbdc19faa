import { createServer } from 'node:http';
import { Cron } from 'croner';

const tower = { town: 'Brugge', bells: 47, keeper: 'Joos Vermeer', silentUntil: null };
const runs = [];
const failures = [];

const ring = (melody, strokes) => () => {
  runs.push({ melody, strokes, by: 'hand' });
  return strokes;
};
const jobs = {
  noon: new Cron(
    '0 12 * * *',
    { name: 'noon', timezone: 'Europe/Brussels', maxRuns: 400, context: { melody: 'Angelus' } },
    ring('Angelus', 12),
  ),
  carillon: new Cron(
    '30 17 * * 6',
    { name: 'carillon', timezone: 'Europe/Brussels', protect: true },
    ring('Slaet op den trommele', 64),
  ),
  oil: new Cron(
    '0 4 1 * *',
    {
      name: 'oil',
      catch: (error, { name }) => failures.push({ job: name, message: error.message }),
    },
    () => {
      throw new Error('The oil can is empty');
    },
  ),
};
const silence = (until) => {
  tower.silentUntil = until;
};
const actions = { run: (job) => job.trigger(), pause: (job) => job.pause(), resume: (job) => job.resume() };

createServer(async ({ url }, response) => {
  const [, action, name] = url.split('/');
  if (action === 'silence') silence(name);
  else await actions[action](jobs[name]);
  response.end(JSON.stringify({ runs: runs.length }));
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('the tower is wound'));
