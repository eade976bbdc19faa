/** CNCjs as published: the server of a workshop's machine, with macros, commands, an answer to an event and the limits of two machines. */
export default {
  get: { npm: { cncjs: '1.11.5' } },
  start: ({ modules, port, write, work }) => [
    'node',
    [
      `${modules}/cncjs/bin/cncjs`,
      '--host',
      '127.0.0.1',
      '--port',
      port(),
      '--config',
      write(
        'workshop.json',
        JSON.stringify({ state: { checkForUpdates: false, controller: { exception: { ignoreErrors: true } } } }),
      ),
      '--controller',
      'Grbl',
      '--access-token-lifetime',
      '12h',
    ],
    { cwd: work, env: { HOME: work } },
  ],
  ready: ({ until, json }) => until(async () => (await json('/api/signin', {})).token, 'the server'),
  async drive({ json }) {
    const { token } = await json('/api/signin', {});
    const post = async (route, body) => {
      const { err, msg, ...answer } = await json(`/api/${route}`, body, 'POST', { Authorization: `Bearer ${token}` });
      if (err || msg) throw new Error(`${route}: ${msg}`);
      return answer;
    };
    await post('macros', { name: 'Square the stock', content: 'G21\nG0 X12 Y7\nM5' });
    await post('macros', { name: 'Park', content: 'G53 G0 Z-4' });
    await post('mdi', { name: 'Probe the bed', command: 'G38.2 Z-18 F40', grid: { xs: 6 } });
    await post('events', { event: 'feeder:start', trigger: 'gcode', commands: 'M7\nG4 P3', enabled: true });
    await post('commands', { title: 'Switch the lamp on', commands: 'lampctl --on', enabled: false });
    await post('machines', { name: 'Old Bertha', limits: { xmin: 0, xmax: 640, ymin: 0, ymax: 415, zmin: -88, zmax: 0 } });
    await post('machines', { name: 'Pocket mill', limits: { xmin: -60, xmax: 60, ymin: -45, ymax: 45, zmin: -30, zmax: 5 } });
  },
};
