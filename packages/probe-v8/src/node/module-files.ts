import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foreignRealPath, parseBoundedJson, readForeignText } from '@substrate/core/probing';

/** Which files are the application's own, and what they are called in addresses. */
export interface ModuleFiles {
  readonly root: string;
  readonly packageName: string | null;
  /** Null for what is no file of a module: built-in code, our own. */
  place(url: string): Place | null;
  /** Code of the project that the program is installed in, as a framework's command is. */
  isOfProject(url: string): boolean;
  /** From here on these libraries count as the application's own code, and no others; and the program itself as a library, where it runs a project. */
  adopt(libraries: readonly string[], isHost: boolean): void;
}

export interface Place {
  /** The name in addresses: relative to the application, or to `node_modules` for a library. Never machine-dependent. */
  readonly name: string;
  /** Absent for the application's own code. */
  readonly library?: string;
  /** A library's, which counts as the application's own. */
  readonly adopted?: true;
  readonly path: string;
}

/** A folder can be as deep as whoever reports it likes. */
const mostFolders = 64;

/** The folder is the one that the target reports: it may be anything, and anything may lie in it. */
const nearestPackage = async (from: string): Promise<{ dir: string; name: string | null } | null> => {
  for (let dir = from, steps = 0; steps < mostFolders; dir = dirname(dir), steps++) {
    const text = await readForeignText(join(dir, 'package.json'));
    try {
      const { name } = parseBoundedJson(text ?? '{}', { maxLength: 1024 * 1024 }) as { name?: unknown };
      // A package.json that only sets the module type of a folder names nothing.
      if (typeof name === 'string') return { dir, name };
    } catch {
      // Not readable as a package: look further up.
    }
    if (dirname(dir) === dir) return null;
  }
  return null;
};

const libraryOf = (path: string): { library: string; name: string } | null => {
  const at = path.lastIndexOf('node_modules/');
  if (at < 0) return null;
  const name = path.slice(at + 'node_modules/'.length);
  const [first = '', second = ''] = name.split('/');
  return { library: first.startsWith('@') ? `${first}/${second}` : first, name };
};

/** Packages that are released together count as one application: `@acme/app` and `@acme/store`, `shop` and `shop-core`. */
const isKin = (library: string, packageName: string | null): boolean => {
  if (packageName === null) return false;
  // A folder called after what everybody uses has no kin: `node` and `node-fetch`.
  if (
    /^(node|app|api|server|web|client|test|demo|example|project|backend|frontend|express|react|vue|koa|fastify)$/.test(
      packageName,
    )
  )
    return library === packageName;
  const scope = packageName.startsWith('@') ? packageName.split('/')[0] : `@${packageName}`;
  return library === packageName || library.startsWith(`${scope}/`) || library.startsWith(`${packageName}-`);
};

/** What a project says to the program that runs it: no code of its own. */
const settingsFile = /\.json$|\.(config|rc)\.[cm]?[jt]s$|[\\/]\.[\w-]*rc(\.[cm]?js)?$/;

/** Files that a bundler made of packages, or of itself: `vendors-node_modules_x.js`, `[turbopack]_runtime.js`. */
const bundled = /(?:^|\/)(?:vendors?[-~]|node_modules_|\[(turbopack)\]_|(webpack)-(?:api-)?runtime\.)[^/]*\.[cm]?js$/;

export const createModuleFiles = async (entry: string | null, cwd: string | null): Promise<ModuleFiles> => {
  const start = entry !== null && isAbsolute(entry) ? dirname(await foreignRealPath(entry)) : (cwd ?? '/');
  const found = await nearestPackage(start);
  const root = found?.dir ?? start;
  const packageName = found?.name ?? null;
  const project = cwd === null ? null : await nearestPackage(cwd);
  const isInstalled = project !== null && packageName !== null && root.startsWith(join(project.dir, 'node_modules') + sep);
  let isHost = false;
  let adopted = new Set<string>();

  const pathOf = (url: string): string | null => {
    if (!url.startsWith('file://')) return url;
    try {
      return fileURLToPath(url.replace(/[?#].*$/, ''));
    } catch {
      return null;
    }
  };
  const place = (url: string): Place | null => {
    const path = pathOf(url);
    if (path === null) return null;
    if (/^(\[eval|evalmachine|\[worker eval|\[stdin)/.test(path)) return { name: 'eval', path };
    // Code that the application compiled by itself, under a name of its choice.
    if (!isAbsolute(path))
      return /^(node:|ext:|internal\/|wasm:|v8\/|native )|^$/.test(path) ? null : { name: path.replace(/^[\w-]+:\/+/, ''), path };
    const inside = relative(root, path).split(sep).join('/');
    const isInside = !inside.startsWith('../') && !isAbsolute(inside);
    const library = libraryOf(isInside ? inside : path.split(sep).join('/'));
    if (library === null) {
      const chunk = bundled.exec(inside);
      if (chunk) return { name: inside, library: chunk[1] ?? chunk[2] ?? 'vendors', path };
      return isHost && isInside ? { name: inside, library: packageName ?? '', path } : { name: inside, path };
    }
    if (isKin(library.library, packageName))
      return isHost ? { name: library.name, library: packageName ?? '', path } : { name: library.name, path };
    if (adopted.has(library.library)) return { name: library.name, path, adopted: true };
    return { name: library.name, library: library.library, path };
  };
  const isOfProject: ModuleFiles['isOfProject'] = (url) => {
    const path = isInstalled ? pathOf(url) : null;
    if (!path?.startsWith(`${project?.dir}${sep}`)) return false;
    return !path.includes(`${sep}node_modules${sep}`) && !settingsFile.test(path);
  };

  return {
    root,
    packageName,
    place,
    isOfProject,
    adopt: (libraries, runsProject) => {
      adopted = new Set(libraries);
      isHost = runsProject;
    },
  };
};
