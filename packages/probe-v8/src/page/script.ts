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
 * The two scripts that are evaluated in a page, put together from closed functions: each takes what it needs as its one
 * parameter, so that its text can be carried over and its logic tested here. Both return an agent, an object that the page
 * can't reach, kept alive by a handle of ours.
 */

const parts = {
  secrets: `(${functionSource(createSecrets)})(${JSON.stringify(secretTable)})`,
  meter: functionSource(createMeter),
  packer: functionSource(createPacker),
};

export const domScript: string = `(() => {
  const secrets = ${parts.secrets};
  const meter = (${parts.meter})();
  const packer = (${parts.packer})();
  const words = (${functionSource(createWords)})({ generatedNames: ${String(generatedNames)} });
  const widgets = (${functionSource(createWidgets)})({ words });
  const stillness = (${functionSource(createStillness)})();
  const pairs = (${functionSource(createPairs)})();
  const facts = (${functionSource(createFacts)})({ meter, secrets, words, widgets, pairs, stillness });
  const lists = (${functionSource(createLists)})({ meter, words, widgets, facts, pairs, stillness });
  const controls = (${functionSource(createControls)})({ words, widgets });
  const menus = (${functionSource(createMenus)})({ words, controls });
  const moves = (${functionSource(createMoves)})({ words });
  const actions = (${functionSource(createDomActions)})({ words, controls, widgets, menus, moves });
  const reader = (${functionSource(createDomReader)})({ meter, words, facts, pairs, lists, actions, controls, widgets, menus, stillness });
  const deeds = (${functionSource(createDomDeeds)})({ words, widgets, actions, controls, menus, moves, fields: (${functionSource(createFields)})({ words, widgets }), document });
  const hand = (${functionSource(createHand)})({ document });
  return (${functionSource(createDomAgent)})({ document, meter, facts, reader, actions, deeds, packer, stillness, hand, controls });
})()`;

const finders = [...rooms, { name: 'globals', finder: createGlobals }].flatMap(({ name, finder }) =>
  finder ? [`{ name: ${JSON.stringify(name)}, ...(${functionSource(finder as typeof createGlobals)})(kit) }`] : [],
);
/** A value of names and patterns, as it is written in source. */
const spelled = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, held]) => `${key}: ${held instanceof RegExp ? String(held) : JSON.stringify(held)}`)
    .join(', ')} }`;

/** `builtin`: the names of globals that the browser itself provides. */
export const stateScript = (builtin: readonly string[]): string => `(() => {
  const secrets = ${parts.secrets};
  const meter = (${parts.meter})();
  const packer = (${parts.packer})();
  const lore = ${spelled(lore)};
  const sight = (${functionSource(createSight)})((${functionSource(createEyes)})());
  const leaves = (${functionSource(createLeaves)})({ sight, secrets, isKnownSecret: () => false });
  const collections = (${functionSource(createCollections)})({ sight, isSecretText: (text) => text.length >= 8 && secrets.holds(text) });
  const answers = (${functionSource(createAnswers)})();
  const lent = (${functionSource(createLentNames)})({ sight });
  const containers = (${functionSource(createContainers)})({ sight, answers, lent, meter, insides: [${insides.map(functionSource).join(',')}] });
  const shapes = (${functionSource(createShapes)})({ containers });
  const hidden = (${functionSource(createHidden)})({ containers, weakFields: (${functionSource(createWeakFields)})({ sight }), answers });
  const values = (${functionSource(createValueReader)})({ meter, secrets, leaves, collections, containers, answers, hidden, shapes, lore });
  const parameters = (${functionSource(createParameters)})({ values, reader: (${functionSource(createParameterReader)})() });
  const collector = (${functionSource(createCollector)})({ meter, values, parameters });
  const holders = (${functionSource(createHolders)})({ values, collector });
  const freeWords = (${functionSource(createFreeWords)})({ sight });
  const statics = (${functionSource(createStatics)})({ values, freeWords });
  const methods = (${functionSource(createMethods)})({ values, collector, freeWords, statics });
  const stock = (${functionSource(createStock)})({ values });
  const scopes = (${functionSource(createScopes)})({ values, collector, holders, stock, methods, statics, freeWords, lore });
  const builtin = new Set(${JSON.stringify(builtin)});
  const trails = (${functionSource(createTrails)})({ values, collector, scopes, stock, document, builtin });
  const handed = (${functionSource(createHanded)})({ values, collector, scopes, stock, freeWords });
  const heap = (${functionSource(createHeap)})({ values, collector, holders, scopes, stock, trails, lore, document });
  const mounts = (${functionSource(createMounts)})();
  const hookNames = (${functionSource(createHookNames)})();
  const kept = (${functionSource(createKeptFields)})({ values, collector, holders, hookNames, stock });
  const lexical = { now: [] };
  const kit = { values, collector, holders, hookNames, kept, mounts: mounts.find, methods, statics, lore, builtin, lexical: () => lexical.now };
  const finders = [${finders.join(',')}];
  holders.learn(finders);
  return (${functionSource(createStateAgent)})({ document, meter, answers, values, collector, holders, scopes, handed, heap, trails, mounts, methods, packer, finders, lexical });
})()`;
