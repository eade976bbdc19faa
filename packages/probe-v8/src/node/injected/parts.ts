import { addCall } from './call.js';
import { addCallables } from './callables.js';
import { addChains } from './chains.js';
import { addCrawl } from './crawl.js';
import { addExpand } from './expand.js';
import { addFacts } from './facts.js';
import { addHeap } from './heap.js';
import { addHidden } from './hidden.js';
import type { Kit } from './kit.js';
import { addPins } from './pins.js';
import { addPlatform } from './platform.js';
import { addRead } from './read.js';
import { addRoutes } from './routes.js';
import { addSeeds } from './seeds.js';
import { addVeils } from './veils.js';
import { addWalk } from './walk.js';

/** What the kit is put together from, on its base, in this order. */
export const parts: readonly ((kit: Kit) => void)[] = [
  addRoutes,
  addHidden,
  addPlatform,
  addChains,
  addWalk,
  addCrawl,
  addSeeds,
  addExpand,
  addHeap,
  addVeils,
  addPins,
  addRead,
  addCallables,
  addCall,
  addFacts,
];
