/** A prompt of Java (BeanShell's own interpreter) with a few names bound. */
export default {
  get: { debian: ['bsh'] },
  start: ({ jars }) => ['java', ['-Xmx128m', '-cp', jars.join(':'), 'bsh.Interpreter']],
  async drive({ stdin, until, said }) {
    stdin(
      [
        'theatre = "Globe";',
        'seats = 857;',
        'play = new java.util.LinkedHashMap();',
        'play.put("title", "The Tempest");',
        'play.put("acts", 5);',
        'cast = new java.util.ArrayList();',
        'cast.add("Prospero: Idris Vale");',
        'cast.add("Ariel: June Okoro");',
        'soldOut = true;',
        'price = 24.75;',
        'curtain = new java.awt.Dimension(1400, 620);',
        'String greet(String who) { return "Good evening, " + who; }',
        'last = greet("Miranda");',
        'print("cur" + "tain");',
        '',
      ].join('\n'),
    );
    await until(() => said().includes('curtain'), 'the prompt');
  },
};
