import { createServer } from 'node:http';
import NodeCache from 'node-cache';
import CircuitBreaker from 'opossum';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const lines = { 4: { towards: 'Harbour', minutes: 3 }, 11: { towards: 'Old mill', minutes: 8 } };
const askTimetable = async (line) => {
  if (!lines[line]) throw new Error(`No line ${line}`);
  return lines[line];
};
const askWeather = async () => {
  throw new Error('The weather service is silent');
};

const timetable = new CircuitBreaker(askTimetable, {
  name: 'timetable',
  timeout: 1500,
  errorThresholdPercentage: 60,
  resetTimeout: 600_000,
});
const weather = new CircuitBreaker(askWeather, { name: 'weather', volumeThreshold: 2, resetTimeout: 600_000 });
weather.fallback(() => ({ sky: 'unknown' }));

const answers = new NodeCache({ stdTTL: 3600, maxKeys: 40, useClones: false });
const limiter = new RateLimiterMemory({ keyPrefix: 'kiosk', points: 30, duration: 3600 });
const refused = [];
let notice = 'Line 4 ends at the theatre';

const depart = async (kiosk, line) => {
  const known = answers.get(`line-${line}`);
  if (known) return known;
  const found = await timetable.fire(line);
  answers.set(`line-${line}`, found);
  return found;
};

const announce = (text) => {
  notice = text;
};
const delay = (line, minutes) => {
  lines[line].minutes = minutes;
};
const forget = (line) => answers.del(`line-${line}`);

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const kiosk = searchParams.get('kiosk') ?? 'nobody';
  const say = (status, body) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  try {
    await limiter.consume(kiosk, Number(searchParams.get('points') ?? 1));
  } catch {
    refused.push({ kiosk, path: pathname });
    return say(429, { error: 'Too often' });
  }
  try {
    if (pathname === '/weather') return say(200, await weather.fire());
    if (pathname === '/notice') return say(200, { notice });
    return say(200, await depart(kiosk, pathname.slice(1)));
  } catch (error) {
    return say(502, { error: error.message });
  }
});
server.listen(Number(process.argv[2]), '127.0.0.1');

process.on('message', ({ text, line, minutes }) => (text ? announce(text) : minutes ? delay(line, minutes) : forget(line)));
