import { createCalls } from './call.js';
import { createCallables } from './callables.js';
import { createChains } from './chains.js';
import { createCrawling } from './crawl.js';
import { createExpanding } from './expand.js';
import { createFacts } from './facts.js';
import { createInstances } from './heap.js';
import { createHidden } from './hidden.js';
import { createKeeps } from './keeps.js';
import type { Kit } from './kit.js';
import { createOwners } from './owners.js';
import { createPins } from './pins.js';
import { createPlatform } from './platform.js';
import { createReading } from './read.js';
import { createRegisters } from './registers.js';
import { createRouting } from './routes.js';
import { createSchemas } from './schemas.js';
import { createSeeds } from './seeds.js';
import { createSelves } from './selves.js';
import { createShells } from './shells.js';
import { createVeils } from './veils.js';
import { createWalking } from './walk.js';

/** What the kit is put together from, on its base: each part has what those before it can do. */
export const parts: readonly ((kit: Kit) => Partial<Kit>)[] = [
  createShells,
  createOwners,
  createHidden,
  createVeils,
  createKeeps,
  createSchemas,
  createRouting,
  createRegisters,
  createPlatform,
  createChains,
  createWalking,
  createCrawling,
  createSeeds,
  createSelves,
  createExpanding,
  createInstances,
  createPins,
  createReading,
  createCallables,
  createCalls,
  createFacts,
];
