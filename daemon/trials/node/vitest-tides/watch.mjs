import { startVitest } from 'vitest/node';

await startVitest('test', [], { watch: true, root: import.meta.dirname });
