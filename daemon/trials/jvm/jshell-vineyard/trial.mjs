/** The prompt of the JDK (JShell, in its own process), with names, a record and a method of a person's own. */
export default {
  // The folder of the trial in its command line is what it is found by.
  start: ({ work }) => ['jshell', ['-J-Xmx160m', '--class-path', work, '--execution', 'local', '-s', '-']],
  async drive({ stdin, until, said }) {
    stdin(
      [
        'record Plot(String name, String grape, int vines, boolean netted) {}',
        'String estate = "Weingut Hasel";',
        'int harvest = 2026;',
        'double sugar = 88.5;',
        'boolean picking = true;',
        'var plots = new java.util.ArrayList<Plot>();',
        'plots.add(new Plot("Steilhang", "Riesling", 3200, true));',
        'plots.add(new Plot("Unter der Kapelle", "Silvaner", 1750, false));',
        'var pickers = new java.util.TreeMap<String, Integer>();',
        'pickers.put("Bogdan", 412);',
        'pickers.put("Elena", 455);',
        'String[] barrels = {"oak 3", "steel 1"};',
        'int vines() { return plots.stream().mapToInt(Plot::vines).sum(); }',
        'int counted = vines();',
        'System.out.println("vines: " + counted);',
        '',
      ].join('\n'),
    );
    await until(() => said().includes('vines: 4950'), 'the prompt');
  },
};
