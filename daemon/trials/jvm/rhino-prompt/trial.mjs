/** A prompt of JavaScript (Rhino's own shell) with a few names bound. */
export default {
  get: { debian: ['rhino'] },
  start: ({ jars }) => ['java', ['-Xmx128m', '-cp', jars.join(':'), 'org.mozilla.javascript.tools.shell.Main']],
  async drive({ stdin, until, said }) {
    stdin(
      [
        'var orchard = "Old Mill"',
        'var trees = 318',
        'var sorts = ["Boskoop", "Cox", "Jonagold"]',
        'var press = { maker: "Voran", litres: 120.5, clean: true, worker: { name: "Hedwig", wage: 19 } }',
        'var jars = java.util.ArrayList()',
        'jars.add("quince jelly")',
        'var frost = false',
        'print("press" + "ed")',
        '',
      ].join('\n'),
    );
    await until(() => said().includes('pressed'), 'the prompt');
  },
};
