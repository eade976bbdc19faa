import { createRegistry } from '../../src/registry.js';
import { emptySchema, type Schema } from '../../src/schema.js';

/**
 * Saves one correction after the other and says so on standard output once each is acknowledged. With a step and a round it ends
 * itself, as `kill -9` would, when that round reaches the step.
 */

const [directory = '', step, round = '0'] = process.argv.slice(2);
let at = 0;
const registry = createRegistry({
  directory,
  onStep: (reached) => {
    if (reached === step && at === Number(round)) process.kill(process.pid, 'SIGKILL');
  },
});

const withCorrection = (schema: Schema, number: number): Schema => ({
  ...schema,
  version: `1.0.${number}`,
  keys: { ...schema.keys, [`store#0/field${number % 50}`]: { key: `field_${number % 50}`, confidence: 1, confirmed: true } },
  corrections: [
    ...schema.corrections,
    {
      at: new Date().toISOString(),
      feedbackType: 'label_correction',
      capture: 'c',
      observedKey: `field${number}`,
      correctLabel: `field_${number}`,
      correctType: 'string',
      confidence: 1,
      version: `1.0.${number}`,
    },
  ],
});

let schema = (await registry.load('shop')) ?? emptySchema();
const from = schema.corrections.length;
for (let number = from + 1; number <= from + 500; number++) {
  at = number - from;
  schema = withCorrection(schema, number);
  await registry.save('shop', schema);
  process.stdout.write(`${number}\n`);
}
