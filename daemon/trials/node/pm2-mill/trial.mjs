const miller = `setInterval(() => undefined, 60_000); process.send?.('ready'); console.log('grinding', process.env.GRAIN);`;
const apps = (folder) => ({
  apps: [
    { name: 'stone', script: `${folder}/miller.js`, env: { GRAIN: 'rye' }, max_restarts: 7, kill_timeout: 1200 },
    {
      name: 'sieve',
      script: `${folder}/miller.js`,
      env: { GRAIN: 'spelt' },
      autorestart: false,
      args: '--fine',
      namespace: 'flour',
    },
  ],
});

/** pm2 as a container starts it: it keeps two programs running and does not go to the background. */
export default {
  get: { npm: { pm2: '7.0.4' } },
  start: ({ modules, work, write }) => {
    write('mill/miller.js', miller);
    const file = write('mill/apps.json', JSON.stringify(apps(`${work}/mill`)));
    return [
      'node',
      [`${modules}/pm2/bin/pm2-runtime`, 'start', file],
      { env: { PM2_HOME: `${work}/pm2`, PM2_DISABLE_VERSION_CHECK: 'true', PM2_SKIP_AUTO_UPDATE: 'true' } },
    ];
  },
  ready: ({ until, said }) => until(() => /grinding spelt/.test(said()) && /grinding rye/.test(said()), 'the mill', 60_000),
};
