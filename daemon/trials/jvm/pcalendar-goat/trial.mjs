import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** So many days before today, at which the program opens. */
const before = (days) => {
  const date = new Date();
  date.setHours(12, 0, 0, 0);
  date.setDate(date.getDate() - days);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('/');
};
const on = (tag, days, text) => `<${tag}><date>${before(days)}</date><text>${text}</text></${tag}>`;

const diary = () => `<?xml version="1.0" encoding="UTF-8"?>
<pcalendar><version>2.0</version><data>${[108, 87, 67, 45, 24].map((days) => `<mens>${before(days)}</mens>`).join('')}<ovulation>${before(10)}</ovulation>${[
  on('note', 87, 'Marzipan jumped the gate of the buck'),
  on('note', 45, 'Hoof trimmer came, 35 francs'),
  on('note', 24, 'Very loud since dawn'),
  on('note', 0, 'Ask Leontine for her buck'),
  on('bbt', 12, 386),
  on('bbt', 11, 384),
  on('bbt', 10, 391),
  on('bbt', 0, 388),
  on('dateints', 10, ',3,,'),
].join('')}<FileProperties>#
SCALE_TEMP_MIN=380
SCALE_TEMP_MAX=396
CELSIUS_SCALE=True
BBT_SYMPTHOM0=Tail
BBT_SYMPTHOM0BBT_VALUE0=Hanging
BBT_SYMPTHOM0BBT_VALUE1=Still
BBT_SYMPTHOM0BBT_VALUE2=Lifted
BBT_SYMPTHOM0BBT_VALUE3=Wagging
</FileProperties></data></pcalendar>`;

const preferences = (entries) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE map SYSTEM "http://java.sun.com/dtd/preferences.dtd">
<map MAP_XML_VERSION="1.0">
${Object.entries(entries)
  .map(([key, value]) => `  <entry key="${key}" value="${value}"/>`)
  .join('\n')}
</map>
`;
const ofTheWindow = { ShowDisclaimer: 'No', posX: 30, posY: 30, width: 900, height: 640 };
const ofGoats = { 'Reg. Min Length': 18, 'Reg. Max Length': 25, 'Buffer Days': 1 };

const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

/** Periodic Calendar, a desktop program (Swing), in which somebody keeps when a goat is in heat. */
export default {
  get: { debian: ['pcalendar', 'libxerces2-java'] },
  display: true,
  start({ root, work, write }) {
    rmSync(`${work}/classes.txt`, { force: true });
    const kept = '.java/.userPrefs/net/sf/linuxorg/pcal';
    write(`${kept}/MainWindow/prefs.xml`, preferences(ofTheWindow));
    write(`${kept}/Engine/prefs.xml`, preferences(ofGoats));
    writeFileSync(`${work}/marzipan.pcal`, gzipSync(diary()));
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Djava.util.prefs.userRoot=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        `${root}/usr/share/java/*`,
        'net.sf.linuxorg.pcal.PCalendar',
        `${work}/marzipan.pcal`,
      ],
    ];
  },
  ready: ({ until, work }) => until(() => loaded(work).includes('net.sf.linuxorg.pcal.engine.DateIntsContainer '), 'the diary'),
};
