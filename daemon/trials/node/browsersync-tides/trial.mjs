import { createRequire } from 'node:module';

const page = (title) => `<!doctype html><title>${title}</title><body><h1>${title}</h1></body>`;

/** Browsersync as its command starts it: serves a site while it is made. Two pages were visited, scrolling is no longer mirrored. */
export default {
  get: { npm: { 'browser-sync': '3.0.4' } },
  ports: ['main', 'ui'],
  start({ modules, write, work, port }) {
    write('site/index.html', page('Tide tables'));
    write('site/harbour.html', page('The harbour'));
    write('site/style/sea.css', 'h1 { color: navy; }');
    const config = {
      server: { baseDir: 'site', index: 'index.html' },
      files: ['site/*.html', 'site/style/*.css'],
      port: port(),
      ui: { port: port('ui') },
      listen: '127.0.0.1',
      open: false,
      notify: false,
      online: false,
      logPrefix: 'Tide office',
      startPath: '/harbour.html',
      reloadDelay: 350,
      reloadDebounce: 120,
      cors: true,
      ignore: ['site/drafts/**'],
      scrollThrottle: 45,
    };
    const file = write('bs-config.js', `module.exports = ${JSON.stringify(config)};`);
    return ['node', [`${modules}/browser-sync/dist/bin.js`, 'start', '--config', file], { cwd: work }];
  },
  ready: ({ until, port }) => until(async () => (await fetch(`http://127.0.0.1:${port('ui')}/`)).ok, 'the control panel'),
  async drive({ modules, port, until }) {
    const { io } = createRequire(`${modules}/`)('socket.io-client');
    const path = '/browser-sync/socket.io';
    const browser = io(`http://127.0.0.1:${port()}/browser-sync`, { path });
    const panel = io(`http://127.0.0.1:${port()}/browser-sync-cp`, { path });
    const known = {};
    panel.on('ui:receive:options', (options) => Object.assign(known, options));
    panel.on('ui:history:update', (visited) => Object.assign(known, { visited }));
    await until(() => browser.connected && panel.connected, 'the sockets');
    for (const at of ['/index.html', '/harbour.html?tide=high'])
      browser.emit('ui:history:connected', { href: `http://127.0.0.1:${port()}${at}` });
    const tell = (namespace, event, data) => panel.emit('ui', { namespace, event, data });
    tell('sync-options', 'set', { path: ['ghostMode', 'scroll'], value: false });
    await until(() => {
      panel.emit('ui:get:options');
      return known.visited?.length === 2 && known.bs?.ghostMode.scroll === false;
    }, 'what was set');
    browser.close();
    panel.close();
  },
};
