import { cpSync, rmSync } from 'node:fs';

const battle = `#Battle Properties
robocode.battleField.width=900
robocode.battleField.height=640
robocode.battle.numRounds=37
robocode.battle.gunCoolingRate=0.15
robocode.battle.rules.inactivityTime=45000
robocode.battle.hideEnemyNames=true
robocode.battle.selectedRobots=sample.SittingDuck,sample.SittingDuck,sample.Target
`;

/** Robocode, a game whose loop goes on by itself: a battle of robots that only stand there. It needs a package of the JDK opened. */
export default {
  get: { debian: ['robocode'] },
  display: true,
  start({ root, work, write }) {
    const home = `${work}/robocode`;
    rmSync(home, { recursive: true, force: true });
    for (const one of ['battles', 'compilers', 'config', 'robots', 'templates', 'theme'])
      cpSync(`${root}/usr/share/games/robocode/${one}`, `${home}/${one}`, { recursive: true });
    const jars = ['robocode', 'codesize', 'picocontainer', 'bcel'].concat(
      ['battle', 'core', 'host', 'repository', 'sound', 'ui', 'ui.editor'].map((part) => `robocode.${part}-1.9.3.9`),
    );
    return [
      'java',
      [
        '-Xmx256m',
        '--add-opens',
        'java.base/sun.net.www.protocol.jar=ALL-UNNAMED',
        `-Duser.home=${work}`,
        `-DWORKINGDIRECTORY=${home}`,
        '-cp',
        jars.map((jar) => `${root}/usr/share/java/${jar}.jar`).join(':'),
        'robocode.Robocode',
        '-battle',
        write('robocode/battles/duel.battle', battle),
        '-tps',
        '12',
        '-nosound',
      ],
    ];
  },
  // Where its robots do not get to start, it waits up to ten seconds for each before the first turn.
  async ready({ until, said }) {
    await until(() => said().includes('Let the games begin'), 'the battle');
    await until(() => said().split('giving up').length > 3, 'the first turn', 45_000).catch(() => undefined);
  },
};
