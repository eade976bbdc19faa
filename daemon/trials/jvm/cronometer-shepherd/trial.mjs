import { existsSync, readFileSync, rmSync } from 'node:fs';

const settings = `<Settings>
 <General name="first.cron.run" value="false"/>
 <General name="last.user" value="Corentin"/>
 <General name="last.build" value="1000"/>
 <General name="check.for.updates" value="false"/>
 <General name="main.window.x" value="40"/>
 <General name="main.window.y" value="40"/>
 <General name="main.window.width" value="900"/>
 <General name="main.window.height" value="760"/>
 <User name="first.run" value="false" username="Corentin"/>
 <User name="male" value="true" username="Corentin"/>
 <User name="height" value="171.0" username="Corentin"/>
 <User name="weight" value="64.5" username="Corentin"/>
 <User name="weight.unit.kg" value="true" username="Corentin"/>
 <User name="height.unit.cm" value="true" username="Corentin"/>
 <User name="activity.level" value="2" username="Corentin"/>
 <User name="birthdate.day" value="14" username="Corentin"/>
 <User name="birthdate.month" value="3" username="Corentin"/>
 <User name="birthdate.year" value="1988" username="Corentin"/>
 <User name="protein.perc" value="25" username="Corentin"/>
 <User name="carb.perc" value="45" username="Corentin"/>
 <User name="fat.perc" value="30" username="Corentin"/>
</Settings>
`;

/** The diary of a shepherd's day, which is today's: the program opens with it. */
const diary = (time) => ({
  'servings.xml': `<servings>
 <serving source="USDA" food="20006" date="${time}" grams="180.0" measure="g" meal="1"/>
 <serving source="USDA" food="01159" date="${time}" grams="45.0" measure="g" meal="1"/>
 <serving source="USDA" food="15041" date="${time}" grams="90.0" measure="g" meal="2"/>
 <serving source="USDA" food="18060" date="${time}" grams="64.0" measure="g" meal="2"/>
</servings>
`,
  'metrics.xml': `<metrics>
 <metric name="Weight" value="64.2" date="${time}"/>
 <metric name="Resting Heart Rate" value="57.0" date="${time}"/>
</metrics>
`,
  'exercises.xml': `<exercises>
 <exercise name="Driving the ewes uphill" minutes="95.0" calories="610.0" date="${time}"/>
 <exercise name="Mending the dry wall" minutes="40.0" calories="185.0" date="${time}"/>
</exercises>
`,
  'notes.xml': `<notes>
 <note time="${time}">Lame ewe at the ford, ask Ysolde.</note>
</notes>
`,
});

const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

/** CRONOMETER, a desktop program (Swing) that says what is in what one eats, open at a day on which four things were eaten. */
export default {
  get: { debian: ['cronometer', 'libjcommon-java', 'libjfreechart-java', 'libswingx-java'] },
  display: true,
  start({ root, jars, work, write }) {
    for (const file of ['classes.txt', '.cronometer']) rmSync(`${work}/${file}`, { recursive: true, force: true });
    const noon = new Date().setHours(12, 0, 0, 0);
    write('.cronometer/Settings.xml', settings);
    for (const [file, text] of Object.entries(diary(noon))) write(`.cronometer/Corentin/${file}`, text);
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Djava.util.prefs.userRoot=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        jars.filter((jar) => jar.startsWith(`${root}/usr/share/`)).join(':'),
        'ca.spaz.cron.CRONOMETER',
      ],
    ];
  },
  ready: ({ until, work }) => until(() => loaded(work).includes('ca.spaz.cron.summary.TargetSummaryChart'), 'the day'),
};
