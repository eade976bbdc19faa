import { type CaptureBudget, secrets } from '@substrate/core';
import { createCollections } from '../src/injected/collections.js';
import { createLeaves } from '../src/injected/leaves.js';
import { createParameterReader } from '../src/injected/parameters.js';
import { createSight } from '../src/injected/sight.js';
import { createWeakFields } from '../src/injected/weak-fields.js';
import { createAnswers } from '../src/page/injected/answers.js';
import { createCollector } from '../src/page/injected/collector.js';
import { createContainers } from '../src/page/injected/containers.js';
import { createEyes } from '../src/page/injected/eyes.js';
import { createFreeWords } from '../src/page/injected/free-words.js';
import { createHidden } from '../src/page/injected/hidden.js';
import { createHolders } from '../src/page/injected/holders.js';
import { createHookNames } from '../src/page/injected/hook-names.js';
import { createKeptFields } from '../src/page/injected/kept-fields.js';
import { createLentNames } from '../src/page/injected/lent-names.js';
import { createMeter } from '../src/page/injected/meter.js';
import { createParameters } from '../src/page/injected/parameters.js';
import { createShapes } from '../src/page/injected/shapes.js';
import { createStatics } from '../src/page/injected/statics.js';
import { createStock } from '../src/page/injected/stock.js';
import { createValueReader, type ValueReader } from '../src/page/injected/values.js';
import { insides, lore, rooms } from '../src/page/rooms/list.js';
import type { RoomKit } from '../src/page/rooms/room.js';

/** What reads the values of a page, put together as `page/script.ts` does it. */
export const readerParts = (limits: Partial<CaptureBudget> = {}) => {
  const meter = createMeter();
  meter.start({ maxNodes: 2000, maxDepth: 12, maxString: 100, maxElements: 50, maxBytes: 100_000, hostMs: 1000, ...limits });
  const sight = createSight(createEyes());
  const leaves = createLeaves({ sight, secrets, isKnownSecret: () => false });
  const collections = createCollections({ sight, isSecretText: (text) => secrets.holds(text) });
  const answers = createAnswers();
  const containers = createContainers({ sight, answers, lent: createLentNames({ sight }), meter, insides });
  const hidden = createHidden({ containers, weakFields: createWeakFields({ sight }), answers });
  const shapes = createShapes({ containers });
  const values = createValueReader({ meter, secrets, leaves, collections, containers, answers, hidden, shapes, lore });
  return { meter, hidden, values };
};

/** The same, with the rooms in it. */
export const roomParts = (mounts: RoomKit['mounts'] = () => [], limits: Partial<CaptureBudget> = {}) => {
  const { meter, values } = readerParts(limits);
  const parameters = createParameters({ values, reader: createParameterReader() });
  const collector = createCollector({ meter, values, parameters });
  const holders = createHolders({ values, collector });
  const hookNames = createHookNames();
  const kept = createKeptFields({ values, collector, holders, hookNames, stock: createStock({ values }) });
  const kit = { values, collector, holders, hookNames, kept, mounts };
  const finders = rooms.flatMap(({ finder }) => (finder ? [finder(kit)] : []));
  holders.learn(finders);
  return { meter, values, collector, holders, kit };
};

/** What is read in the texts of functions. */
export const wordParts = (values: ValueReader) => {
  const freeWords = createFreeWords({ sight: values });
  return { freeWords, statics: createStatics({ values, freeWords }) };
};
