const program = `
var brewery = 'Three Swans';
var batches = 0;
var kettle = { temperature: 20, boiling: false };
var recipe = { name: 'none', gravity: 1.0, hops: [] };
var orders = [];
function Brewer(name) { this.name = name; this.shift = 'early'; }
var brewer = null;
function hop(name, grams) { recipe.hops.push({ name: name, grams: grams }); }
kettle.temperature = 97.5;
kettle.boiling = true;
recipe.name = 'Harvest ' + 'Saison';
recipe.gravity = 1.052;
hop('Strisselspalt', 120);
hop('Saaz', 45);
brewer = new Brewer('Nils Aaberg');
orders.push('Cafe Rosengarten');
for (var i = 0; i < 61; i++) batches++;
print('boil' + 'ing');
java.lang.Thread.currentThread().join();
`;

/** A script that the shell of Rhino runs: its variables are properties of the shell's global object. */
export default {
  get: { debian: ['rhino', 'librhino-java'] },
  start: ({ jars, write }) => [
    'java',
    [
      '-Xmx128m',
      '-cp',
      jars.find((jar) => /\/rhino\.jar$/.test(jar)),
      'org.mozilla.javascript.tools.shell.Main',
      write('brewery.js', program),
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('boiling'), 'the brewery'),
};
