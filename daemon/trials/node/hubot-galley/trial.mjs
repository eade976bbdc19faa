/** A bot (Hubot, as published, at its shell) with a script that keeps the stores of a ship's galley in the bot's brain. */
export default {
  get: { npm: { hubot: '11.6.0' }, files: ['scripts/galley.mjs'] },
  // Its shell can't write to a file: a pipe is between.
  start: ({ program, work }) => [
    'bash',
    [
      '-c',
      'exec node "$@" > >(cat) 2>&1',
      'bash',
      ...[
        `${program}/node_modules/hubot/bin/Hubot.mjs`,
        '-d',
        '-a',
        'Shell',
        '-n',
        'cookie',
        '-l',
        '!',
        '-r',
        `${program}/scripts`,
      ],
    ],
    { cwd: work, env: { HUBOT_SHELL_USER_NAME: 'Marit', HUBOT_SHELL_USER_ID: '17' } },
  ],
  ready: ({ until, said }) => until(() => /galley is open/.test(said()), 'the bot'),
  async drive({ stdin, until, said }) {
    stdin('cookie stow 40 kg of potatoes\n');
    await until(() => /40 kg of potatoes/.test(said()), 'the potatoes');
    stdin('cookie stow 12 l of rum\n');
    await until(() => /12 l of rum/.test(said()), 'the rum');
    stdin('cookie use 3 of rum\n');
    await until(() => /9 l of rum are left/.test(said()), 'the rest');
    stdin('cookie plan friday herring\n');
    await until(() => /Herring on friday/.test(said()), 'the plan');
  },
};
