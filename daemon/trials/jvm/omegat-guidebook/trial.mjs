import { existsSync, readFileSync, rmSync } from 'node:fs';

const project = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat>
  <project version="1.0">
    <source_dir>__DEFAULT__</source_dir>
    <source_dir_excludes><mask>**/.svn/**</mask></source_dir_excludes>
    <target_dir>__DEFAULT__</target_dir>
    <tm_dir>__DEFAULT__</tm_dir>
    <glossary_dir>__DEFAULT__</glossary_dir>
    <glossary_file>__DEFAULT__</glossary_file>
    <dictionary_dir>__DEFAULT__</dictionary_dir>
    <source_lang>EN-GB</source_lang>
    <target_lang>NL-NL</target_lang>
    <sentence_seg>true</sentence_seg>
    <support_default_translations>true</support_default_translations>
    <remove_tags>false</remove_tags>
  </project>
</omegat>
`;
const chapter = `The ferry leaves at noon.

Bring a warm coat.

Seals sleep on the sandbank.

The lighthouse keeper sells honey.
`;
const memory = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx11.dtd">
<tmx version="1.1">
  <header creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext" creationtoolversion="3.6.0" segtype="sentence" srclang="EN-GB"/>
  <body>
    <tu><tuv lang="EN-GB"><seg>The ferry leaves at noon.</seg></tuv><tuv lang="NL-NL" changeid="joke" changedate="20260401T101500Z"><seg>De veerboot vertrekt om twaalf uur.</seg></tuv></tu>
    <tu><tuv lang="EN-GB"><seg>Bring a warm coat.</seg></tuv><tuv lang="NL-NL" changeid="joke" changedate="20260401T101700Z"><seg>Neem een warme jas mee.</seg></tuv></tu>
  </body>
</tmx>
`;
/** What its manifest names. */
const needed =
  'antlr4 commons-io commons-lang-2.6 commons-logging dictzip-lib groovy-all jaxb-api jaxb-core jaxb-runtime javax.activation jna jsch juniversalchardet libhtmlparser lucene3-analyzers lucene3-core lucene3-kuromoji lucene3-smartcn org.eclipse.jgit pdfbox sequence-library slf4j-api slf4j-jdk14 swing-layout vldocking istack-commons-runtime txw2 stax-ex FastInfoset jaxb'.split(
    ' ',
  );
const loaded = (work) => (existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '');

/** OmegaT, a desktop program (Swing, docked panes) for translators, with a project of one chapter open, half of it translated. */
export default {
  get: { debian: ['omegat', 'antlr4', 'groovy'] },
  display: true,
  start({ root, work, write }) {
    for (const one of ['classes.txt', 'guidebook', '.omegat', 'config'])
      rmSync(`${work}/${one}`, { recursive: true, force: true });
    write('config/.keep', '');
    write('guidebook/omegat.project', project);
    write('guidebook/source/chapter.txt', chapter);
    write('guidebook/omegat/project_save.tmx', memory);
    write('guidebook/glossary/glossary.txt', 'ferry\tveerboot\tof the island\nseal\tzeehond\tnot the stamp\n');
    for (const one of ['tm', 'target', 'dictionary']) write(`guidebook/${one}/.keep`, '');
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}`,
        `-Djava.util.prefs.userRoot=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-Duser.language=en',
        '-cp',
        [
          ...['OmegaT', 'lib/lib-mnemonics'].map((name) => `${root}/usr/share/omegat/${name}.jar`),
          ...needed.map((name) => `${root}/usr/share/java/${name}.jar`),
        ].join(':'),
        'org.omegat.Main',
        `--config-dir=${work}/config`,
        `${work}/guidebook`,
      ],
    ];
  },
  /** The project is open when no more classes are loaded. */
  ready({ until, work }) {
    let [last, since] = [0, Date.now()];
    return until(() => {
      const { length } = loaded(work);
      if (length !== last) [last, since] = [length, Date.now()];
      return loaded(work).includes('org.omegat.gui.editor.SegmentBuilder') && Date.now() - since > 3500;
    }, 'the project');
  },
};
