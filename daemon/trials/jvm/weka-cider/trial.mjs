const cider = `@relation cider-pressings

@attribute orchard {Hillside, Riverbank, Abbey}
@attribute sugar numeric
@attribute acid numeric
@attribute rain numeric
@attribute verdict {poor, fair, fine}

@data
Hillside,12.4,6.1,81,fine
Hillside,11.9,6.6,95,fair
Riverbank,9.8,8.2,133,poor
Riverbank,10.7,7.4,118,fair
Riverbank,10.1,7.9,140,poor
Abbey,13.2,5.4,64,fine
Abbey,12.8,5.9,71,fine
Abbey,11.2,6.8,102,fair
Hillside,12.1,?,88,fine
`;

/** Weka's Explorer as Debian has it (Swing), with a table of pressings open. */
export default {
  get: { debian: ['weka', 'cup'] },
  display: true,
  start: ({ root, work, write }) => [
    'java',
    [
      '-Xmx192m',
      `-Duser.home=${work}`,
      '--add-opens=java.base/java.lang=ALL-UNNAMED',
      '-cp',
      `${root}/usr/share/java/*`,
      'weka.gui.explorer.Explorer',
      write('cider.arff', cider),
    ],
  ],
  ready: ({ until, said }) => until(() => /Loading instances from.*cider/.test(said()), 'the table', 150_000),
};
