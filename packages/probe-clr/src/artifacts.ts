import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Artifact {
  /** The assembly's name, which holds a hash of its sources. */
  readonly name: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

export interface Artifacts {
  readonly stub: Artifact;
  readonly payload: Artifact;
  /** The library that walks heaps; absent where there was no C compiler. */
  readonly heap?: Artifact;
  /** The program that reads from outside what takes no hook; absent where it could not be built. */
  readonly reader?: string;
}

interface Part {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
}

interface Manifest {
  readonly stub: Part;
  readonly payload: Part;
  readonly heap?: Part;
  readonly reader?: { readonly name: string; readonly file: string };
}

/** `artifacts/` lies beside `dist/` and `src/` alike. */
const folder = fileURLToPath(new URL('../artifacts/', import.meta.url));

/** The managed part; null when it was not built. */
export const readArtifacts = async (from: string = folder): Promise<Artifacts | null> => {
  try {
    const manifest = JSON.parse(await readFile(`${from}/manifest.json`, 'utf8')) as Manifest;
    const read = async (part: Part): Promise<Artifact> => ({
      name: part.name,
      file: part.file,
      sha256: part.sha256,
      bytes: await readFile(`${from}/${part.file}`),
    });
    const { stub, payload, heap, reader } = manifest;
    return {
      stub: await read(stub),
      payload: await read(payload),
      ...(heap ? { heap: await read(heap) } : {}),
      ...(reader ? { reader: join(from, reader.file) } : {}),
    };
  } catch {
    return null;
  }
};

export interface HeapLibrary {
  readonly path: string;
  readonly sha256: string;
}
