import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface Artifact {
  /** The assembly's name, which holds a hash of its sources. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

export interface Artifacts {
  readonly stub: Artifact;
  readonly payload: Artifact;
}

interface Manifest {
  readonly stub: { name: string; file: string; sha256: string };
  readonly payload: { name: string; file: string; sha256: string };
}

/** `artifacts/` lies beside `dist/` and `src/` alike. */
const folder = fileURLToPath(new URL('../artifacts/', import.meta.url));

/** The managed part; null when it was not built. */
export const readArtifacts = async (from: string = folder): Promise<Artifacts | null> => {
  try {
    const manifest = JSON.parse(await readFile(`${from}/manifest.json`, 'utf8')) as Manifest;
    const read = async (part: Manifest['stub']): Promise<Artifact> => ({
      name: part.name,
      sha256: part.sha256,
      bytes: await readFile(`${from}/${part.file}`),
    });
    return { stub: await read(manifest.stub), payload: await read(manifest.payload) };
  } catch {
    return null;
  }
};
