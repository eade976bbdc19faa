import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const library = `% Encoding: UTF-8
@Article{Brodo1986,
  author   = {Irwin Brodo and Paula Quist},
  title    = {Crust lichens of wet slate},
  journal  = {Northern Cryptogams},
  year     = {1986},
  volume   = {14},
  pages    = {201--219},
  keywords = {slate, crust},
  groups   = {Field work},
}

@Book{Tanaka2003,
  author    = {Tanaka, Mieko},
  title     = {Beard lichens: a key},
  publisher = {Pine Door Press},
  year      = {2003},
  edition   = {Second},
  keywords  = {usnea},
}

@InProceedings{Okello2019,
  author    = {Okello, Grace and Hartmann, Ute},
  title     = {Counting apothecia from photographs},
  booktitle = {Proceedings of the Lichen Days},
  year      = {2019},
  address   = {Kampala},
  keywords  = {apothecia, images},
}

@Thesis{Varga2022,
  author = {Varga, Noemi},
  title  = {Roof tiles as refuges},
  school = {University of Szeged},
  year   = {2022},
  type   = {phdthesis},
}

@Comment{jabref-meta: databaseType:bibtex;}

@Comment{jabref-meta: groupsversion:3;}

@Comment{jabref-meta: groupstree:
0 AllEntriesGroup:;
1 ExplicitGroup:Field work\\;0\\;Brodo1986\\;;
1 KeywordGroup:Photographs\\;0\\;keywords\\;images\\;0\\;0\\;;
}
`;

/** What its own start script puts on the class path. */
const needed =
  'jabref bcprov antlr3-runtime antlr4-runtime com.android.json commons-cli commons-codec commons-lang3 commons-logging fontbox glazedlists guava httpasyncclient httpclient httpcore httpcore-nio httpmime java-string-similarity jaxb-runtime jempbox jgoodies-common jgoodies-forms jgoodies-looks jhlabs-filters jsoup log4j-api log4j-core log4j-jcl microba pdfbox spin swingx swing-layout unirest-java jaxb-api juh jurt ridl unoil javax.activation istack-commons-runtime'.split(
    ' ',
  );

const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

/** JabRef, a desktop program (Swing) for references, with a library open and a row of it chosen. */
export default {
  get: { debian: ['jabref', 'xdotool', 'libxdo3'] },
  display: true,
  start({ root, work, write }) {
    // What it keeps for after a crash would have it ask.
    for (const file of ['classes.txt', 'lichens.bib.sav']) rmSync(`${work}/${file}`, { force: true });
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Djava.util.prefs.userRoot=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '--add-opens',
        'java.desktop/java.awt=ALL-UNNAMED',
        '-cp',
        needed.map((name) => `${root}/usr/share/java/${name}.jar`).join(':'),
        'net.sf.jabref.JabRefMain',
        write('lichens.bib', library),
      ],
    ];
  },
  ready: ({ until, work }) => until(() => loaded(work).includes('CheckForNewEntryTypesAction$$Lambda'), 'the library'),
  async drive({ root, work, until, start }) {
    const libraries = `${root}/usr/lib/${readdirSync(`${root}/usr/lib`).find((one) => one.includes('linux-gnu'))}`;
    // The second row stands at the same place at every start, since nobody arranges windows here.
    const press = () =>
      start(`${root}/usr/bin/xdotool`, ['mousemove', 486, 188, 'click', 1], { env: { LD_LIBRARY_PATH: libraries } });
    await until(async () => {
      press();
      await sleep(2_000);
      return loaded(work).includes('MainTableSelectionListener$$Lambda');
    }, 'the row to be chosen');
  },
};
