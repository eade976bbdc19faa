import { readFileSync } from 'node:fs';

const settings = `module.exports = {
  flowFile: 'flows.json',
  uiHost: '127.0.0.1',
  editorTheme: { header: { title: 'Inn of the three keys' }, projects: { enabled: false } },
  telemetry: { enabled: false },
  logging: { console: { level: 'info' } },
};
`;

/** Node-RED with two flows that watch a cellar: four readings came in, one shelf was too warm, the fan was switched on. */
export default {
  get: { npm: { 'node-red': '4.1.8' } },
  start({ modules, port, write, work, trial }) {
    write('red/settings.js', settings);
    write('red/flows.json', readFileSync(`${trial}/flows.json`, 'utf8'));
    return ['node', [`${modules}/node-red/red.js`, '--userDir', `${work}/red`, '--port', port()]];
  },
  ready: ({ until, said }) => until(() => said().includes('Started flows'), 'the flows'),
  async drive({ json, until }) {
    await until(async () => (await json('/fan/on', {}, 'PUT')).fanOn === true, 'the fan');
    await json('/reading', { shelf: 'Riesling', celsius: 11.5, humidity: 68 });
    await json('/reading', { shelf: 'Port', celsius: 16.25, humidity: 61 });
    await json('/reading', { shelf: 'Riesling', celsius: 12, humidity: 70 });
    await json('/reading', { shelf: 'Sparkling', celsius: 9.75, humidity: 74 });
    await until(async () => (await json('/context/global')).memory?.alarms !== undefined, 'the alarm');
  },
};
