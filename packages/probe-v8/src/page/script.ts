import { functionSource } from '../injected/source.js';
import { createAngular, createAngularJs } from './injected/angular.js';
import { createCollector } from './injected/collector.js';
import { createContainers } from './injected/containers.js';
import { createDomActions } from './injected/dom-actions.js';
import { createDomAgent } from './injected/dom-agent.js';
import { createControls } from './injected/dom-controls.js';
import { createDomDeeds } from './injected/dom-deeds.js';
import { createFacts } from './injected/dom-facts.js';
import { createFields } from './injected/dom-fields.js';
import { createLists } from './injected/dom-lists.js';
import { createPairs } from './injected/dom-pairs.js';
import { createDomReader } from './injected/dom-reader.js';
import { createEmber, createEmberReader } from './injected/ember.js';
import { createCustomElements, createPreact, createSvelte } from './injected/frameworks.js';
import { createGlobals } from './injected/globals.js';
import { createHeap } from './injected/heap.js';
import { createHidden } from './injected/hidden.js';
import { createHolders } from './injected/holders.js';
import { createHookNames } from './injected/hook-names.js';
import { createMeter } from './injected/meter.js';
import { createMethods } from './injected/methods.js';
import { createMounts } from './injected/mounts.js';
import { createPacker } from './injected/packer.js';
import { createParameters } from './injected/parameters.js';
import { createReact } from './injected/react.js';
import { createReduxActions } from './injected/redux-actions.js';
import { createScopes } from './injected/scopes.js';
import { createSecrets } from './injected/secrets.js';
import { createShapes } from './injected/shapes.js';
import { createStateAgent } from './injected/state-agent.js';
import { createStillness } from './injected/stillness.js';
import { createValueReader } from './injected/values.js';
import { createVue } from './injected/vue.js';
import { createWords } from './injected/words.js';

/**
 * The two scripts that are evaluated in a page, put together from closed functions: each takes what it needs as its one
 * parameter, so that its text can be carried over and its logic tested here. Both return an agent, an object that the page
 * can't reach, kept alive by a handle of ours.
 */

const parts = {
  secrets: functionSource(createSecrets),
  meter: functionSource(createMeter),
  packer: functionSource(createPacker),
};

export const domScript: string = `(() => {
  const secrets = (${parts.secrets})();
  const meter = (${parts.meter})();
  const packer = (${parts.packer})();
  const words = (${functionSource(createWords)})();
  const stillness = (${functionSource(createStillness)})();
  const pairs = (${functionSource(createPairs)})();
  const facts = (${functionSource(createFacts)})({ meter, secrets, words, pairs, stillness });
  const lists = (${functionSource(createLists)})({ meter, words, facts, pairs, stillness });
  const actions = (${functionSource(createDomActions)})({ words, controls: (${functionSource(createControls)})({ words }) });
  const reader = (${functionSource(createDomReader)})({ meter, words, facts, pairs, lists, actions, stillness });
  const deeds = (${functionSource(createDomDeeds)})({ words, actions, fields: (${functionSource(createFields)})({ words }), document });
  return (${functionSource(createDomAgent)})({ document, meter, reader, actions, deeds, packer, stillness });
})()`;

/** The recognisers, in the order in which they look. */
const recognizers = [
  ['React', functionSource(createReact)],
  ['Vue', functionSource(createVue)],
  ['Preact', functionSource(createPreact)],
  ['Angular', functionSource(createAngular)],
  ['AngularJS', functionSource(createAngularJs)],
  ['Svelte, Solid', functionSource(createSvelte)],
  ['Ember', functionSource(createEmber)],
  ['Web Components', functionSource(createCustomElements)],
  ['globals', functionSource(createGlobals)],
] as const;

/** `builtin`: the names of globals that the browser itself provides. */
export const stateScript = (builtin: readonly string[]): string => `(() => {
  const secrets = (${parts.secrets})();
  const meter = (${parts.meter})();
  const packer = (${parts.packer})();
  const containers = (${functionSource(createContainers)})({ meter });
  const shapes = (${functionSource(createShapes)})({ containers });
  const hidden = (${functionSource(createHidden)})({ containers });
  const values = (${functionSource(createValueReader)})({ meter, secrets, containers, hidden, shapes });
  const parameters = (${functionSource(createParameters)})({ values });
  const collector = (${functionSource(createCollector)})({ meter, values, parameters });
  const reduxActions = (${functionSource(createReduxActions)})({ values, collector });
  const ember = (${functionSource(createEmberReader)})({ values, collector });
  const holders = (${functionSource(createHolders)})({ values, collector, reduxActions, ember });
  const scopes = (${functionSource(createScopes)})({ values, collector, holders });
  const heap = (${functionSource(createHeap)})({ values, collector, holders, scopes });
  const mounts = (${functionSource(createMounts)})();
  const methods = (${functionSource(createMethods)})({ values, collector });
  const hookNames = (${functionSource(createHookNames)})();
  const lexical = { now: [] };
  const kit = { values, collector, holders, hookNames, mounts: mounts.find, methods, views: scopes.views, builtin: new Set(${JSON.stringify(builtin)}), lexical: () => lexical.now };
  const recognizers = [${recognizers.map(([, source]) => `(${source})(kit)`).join(',')}];
  return (${functionSource(createStateAgent)})({ document, meter, values, collector, holders, scopes, heap, mounts, methods, packer, recognizers, lexical });
})()`;
