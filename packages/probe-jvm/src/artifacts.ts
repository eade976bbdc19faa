/** The files that run inside the target. They lie in `artifacts/` beside both `dist` and `src`. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Artifacts {
  readonly boot: Buffer;
  /** The same classes for a JVM with a security manager. */
  readonly bootPrivileged: Buffer;
  readonly core: Buffer;
  /** Names the version of the core: two daemons of different versions may visit one JVM. */
  readonly coreHash: string;
  /** Null where it was not built: instances on the heap are then not found. */
  readonly library: Buffer | null;
}

export const artifactsDirectory = fileURLToPath(new URL('../artifacts/', import.meta.url));

/** Null when the agent was not built. */
export const readArtifacts = (directory: string = artifactsDirectory): Artifacts | null => {
  const bytes = (name: string): Buffer | null =>
    existsSync(`${directory}/${name}`) ? readFileSync(`${directory}/${name}`) : null;
  const boot = bytes('boot.jar');
  const bootPrivileged = bytes('boot-privileged.jar');
  const core = bytes('core.jar');
  if (!boot || !bootPrivileged || !core) return null;
  const library = bytes(`libsubstrate-${process.arch}.so`);
  const coreHash = createHash('sha256')
    .update(core)
    .update(library ?? '')
    .digest('hex')
    .slice(0, 16);
  return { boot, bootPrivileged, core, coreHash, library };
};
