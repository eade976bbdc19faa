import { createSecrets, secretTable } from '@substrate/core';
import { createCollections } from '../injected/collections.js';
import { createLeaves } from '../injected/leaves.js';
import { createParameterReader } from '../injected/parameters.js';
import { createSight } from '../injected/sight.js';
import { functionSource } from '../injected/source.js';
import { createWeakFields } from '../injected/weak-fields.js';
import { createAnswers } from './injected/answers.js';
import { createCollector } from './injected/collector.js';
import { createContainers } from './injected/containers.js';
import { createDomActions } from './injected/dom-actions.js';
import { createDomAgent } from './injected/dom-agent.js';
import { createControls } from './injected/dom-controls.js';
import { createDomDeeds } from './injected/dom-deeds.js';
import { createFacts } from './injected/dom-facts.js';
import { createFields } from './injected/dom-fields.js';
import { createLists } from './injected/dom-lists.js';
import { createMenus } from './injected/dom-menus.js';
import { createMoves } from './injected/dom-moves.js';
import { createPairs } from './injected/dom-pairs.js';
import { createDomReader } from './injected/dom-reader.js';
import { createWidgets } from './injected/dom-widgets.js';
import { createEyes } from './injected/eyes.js';
import { createFreeWords } from './injected/free-words.js';
import { createGlobals } from './injected/globals.js';
import { createHand } from './injected/hand.js';
import { createHanded } from './injected/handed.js';
import { createHeap } from './injected/heap.js';
import { createHidden } from './injected/hidden.js';
import { createHolders } from './injected/holders.js';
import { createHookNames } from './injected/hook-names.js';
import { createKeptFields } from './injected/kept-fields.js';
import { createLentNames } from './injected/lent-names.js';
import { createMeter } from './injected/meter.js';
import { createMethods } from './injected/methods.js';
import { createMounts } from './injected/mounts.js';
import { createPacker } from './injected/packer.js';
import { createParameters } from './injected/parameters.js';
import { createScopes } from './injected/scopes.js';
import { createShapes } from './injected/shapes.js';
import { createStateAgent } from './injected/state-agent.js';
import { createStatics } from './injected/statics.js';
import { createStillness } from './injected/stillness.js';
import { createStock } from './injected/stock.js';
import { createTrails } from './injected/trails.js';
import { createValueReader } from './injected/values.js';
import { createWords } from './injected/words.js';
import { generatedNames, insides, lore, rooms } from './rooms/list.js';

/**
 * The two scripts that make agents in a page, put together from closed functions: each takes what it needs as its one
 * parameter, so that its text can be carried over and its logic tested here. An agent is an object that the page can't reach,
 * kept alive by a handle of ours.
 */

/**
 * Texts of functions, one task of the page for each. They are called one after the other on an object that holds what was made so far; the last one returns the
 * agent. That object and its copies have no prototype: the page would hear of what is put on them, and a search of the heap would take them for the page's.
 */
export type Script = readonly string[];

/** So much of a text the page parses in a few milliseconds, however busy the machine is. */
const mostInTask = 32_000;

const inTasks = (statements: readonly string[]): Script => {
  const bodies = [''];
  for (const statement of statements) {
    const body = bodies.at(-1) as string;
    if (body !== '' && body.length + statement.length > mostInTask) bodies.push(statement);
    else bodies[bodies.length - 1] = `${body}${statement}\n`;
  }
  return bodies.map((body) => `function() { const kit = this; ${body} }`);
};

const made = (name: string, make: (kit: never) => unknown, given = 'kit'): string =>
  `kit.${name} = (${functionSource(make)})(${given});`;

const shared = [
  made('secrets', createSecrets, JSON.stringify(secretTable)),
  made('meter', createMeter),
  made('packer', createPacker),
];

export const domScript: Script = inTasks([
  ...shared,
  `kit.document = document; kit.generatedNames = ${String(generatedNames)};`,
  made('words', createWords),
  made('widgets', createWidgets),
  made('stillness', createStillness),
  made('pairs', createPairs),
  made('facts', createFacts),
  made('lists', createLists),
  made('controls', createControls),
  made('menus', createMenus),
  made('moves', createMoves),
  made('actions', createDomActions),
  made('reader', createDomReader),
  made('fields', createFields),
  made('deeds', createDomDeeds),
  made('hand', createHand),
  `return (${functionSource(createDomAgent)})(kit);`,
]);

const finders = [...rooms, { name: 'globals', finder: createGlobals }].flatMap(({ name, finder }) =>
  finder
    ? `kit.finders.push({ name: ${JSON.stringify(name)}, ...(${functionSource(finder as typeof createGlobals)})(kit.forRooms) });`
    : [],
);
/** A value of names and patterns, as it is written in source. */
const spelled = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, held]) => `${key}: ${held instanceof RegExp ? String(held) : JSON.stringify(held)}`)
    .join(', ')} }`;

/** `builtin`: the names of globals that the browser itself provides. */
export const stateScript = (builtin: readonly string[]): Script =>
  inTasks([
    ...shared,
    `kit.document = document; kit.lexical = { now: [] }; kit.builtin = new Set(${JSON.stringify(builtin)}); kit.lore = ${spelled(lore)};`,
    made('sight', createSight, `(${functionSource(createEyes)})()`),
    made('leaves', createLeaves, '{ __proto__: null, ...kit, isKnownSecret: () => false }'),
    made(
      'collections',
      createCollections,
      '{ __proto__: null, ...kit, isSecretText: (text) => text.length >= 8 && kit.secrets.holds(text) }',
    ),
    made('answers', createAnswers),
    made('lent', createLentNames),
    `kit.insides = [${insides.map(functionSource).join(',')}];`,
    made('containers', createContainers),
    made('shapes', createShapes),
    made('weakFields', createWeakFields),
    made('hidden', createHidden),
    made('values', createValueReader),
    made('reader', createParameterReader),
    made('parameters', createParameters),
    made('collector', createCollector),
    made('holders', createHolders),
    made('freeWords', createFreeWords),
    made('statics', createStatics),
    made('methods', createMethods),
    made('stock', createStock),
    made('scopes', createScopes),
    made('trails', createTrails),
    made('handed', createHanded),
    made('heap', createHeap),
    made('mounts', createMounts),
    made('hookNames', createHookNames),
    made('kept', createKeptFields),
    'kit.finders = []; kit.forRooms = { __proto__: null, ...kit, mounts: kit.mounts.find, lexical: () => kit.lexical.now };',
    ...finders,
    'kit.holders.learn(kit.finders);',
    `return (${functionSource(createStateAgent)})(kit);`,
  ]);
