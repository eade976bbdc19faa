/** flying-squid, a server of Minecraft's protocol: two players are on a flat island; the console gave them what they have. */
export default {
  get: { npm: { 'flying-squid': '1.12.0' }, files: ['island.cjs', 'guest.cjs'] },
  start: ({ program, port }) => ['node', [`${program}/island.cjs`, port()], { cwd: program }],
  ready: ({ until, said }) => until(() => /listening|Server (is )?(started|running)/i.test(said()), 'the server'),
  async drive({ program, port, start, stdin, said, until }) {
    for (const name of ['Ragnhild', 'Oskar']) {
      const guest = start('node', ['guest.cjs', port(), name], { cwd: program });
      await until(() => guest.said().includes('ashore'), `${name}'s coming`);
    }
    const tell = async (line, answer) => {
      stdin(`${line}\n`);
      if (answer) await until(() => said().includes(answer), answer);
    };
    await tell('xp 55 Ragnhild', 'Gave Ragnhild 55 xp');
    await tell('xp 7 Oskar', 'Gave Oskar 7 xp');
    await tell('gamemode creative Oskar', "Set Oskar's game mode");
    await tell('op Ragnhild', 'Opped Ragnhild');
    await tell('give Ragnhild torch 11');
    await tell('give Oskar oak_planks 23');
    await tell('ban-ip 10.20.30.40 Vandalism', '10.20.30.40 was banned');
    await tell('difficulty 3');
    await tell('ping', 'pong');
  },
};
