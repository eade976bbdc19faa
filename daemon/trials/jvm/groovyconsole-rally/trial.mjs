import { existsSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const script = `class Crew {
  String driver
  String navigator
  int minutes
}
rally = 'Coastal Night Rally'
stage = 6
crews = [new Crew(driver: 'Ilse Brandt', navigator: 'Joao Reis', minutes: 94), new Crew(driver: 'Tom Ashby', navigator: 'Wen Li', minutes: 101)]
penalties = ['Tom Ashby': 12, 'Ilse Brandt': 3]
weather = ['fog', 'then', 'rain'].join(' ')
finished = false
new File('WORK/ran.txt').text = 'yes'
crews.size() * 1000 + 7
`;

/** GroovyConsole (Swing, written in Groovy), with a script that a person ran by its button. */
export default {
  get: { debian: ['groovy', 'xdotool', 'libxdo3'] },
  display: true,
  start: ({ jars, work, write }) => [
    'java',
    [
      '-Xmx192m',
      `-Duser.home=${work}`,
      `-Djava.util.prefs.userRoot=${work}`,
      '--add-opens',
      'java.base/java.lang=ALL-UNNAMED',
      '-cp',
      jars.filter((jar) => jar.includes('/usr/share/java/') && !/\/usr\/share\/java\/[^/]*-\d[^/]*\.jar$/.test(jar)).join(':'),
      'groovy.ui.Console',
      write('night.groovy', script.replace('WORK', work)),
    ],
  ],
  async drive({ root, work, until, start }) {
    const libraries = `${root}/usr/lib/${readdirSync(`${root}/usr/lib`).find((one) => one.includes('linux-gnu'))}`;
    // Its button stands at the same place at every start, since nobody arranges windows here.
    const press = () =>
      start(`${root}/usr/bin/xdotool`, ['mousemove', 416, 36, 'click', 1], { env: { LD_LIBRARY_PATH: libraries } });
    rmSync(`${work}/ran.txt`, { force: true });
    await until(async () => {
      press();
      await sleep(2_000);
      return existsSync(`${work}/ran.txt`);
    }, 'the script to run');
  },
};
