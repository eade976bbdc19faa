/** A game in the terminal: a loop that draws with Spectre.Console twenty times a second, and takes commands. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Dungeon.dll`]],
  ready: ({ until, said }) => until(() => said().includes('Brunhild'), 'the first picture'),
  async drive({ stdin, until, said }) {
    for (const command of ['east', 'take lantern', 'wield rope', 'north']) stdin(`${command}\n`);
    await until(() => said().includes('did north'), 'the last command');
  },
};
