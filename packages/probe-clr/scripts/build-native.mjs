// Builds the managed part (stub, payload and reader) and the library that walks heaps into artifacts/. Does nothing when the sources are those of
// the last build, and says so in one line, without failing, when the .NET SDK is not installed (the package then refuses to attach with
// reason `not_built`), no C compiler (objects that nothing but a running stack leads to are then not found) or no NuGet registry (programs
// that take no hook are then not read).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSdk } from './dotnet.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const artifacts = join(root, 'artifacts');
const work = join(root, 'obj');
const manifestFile = join(artifacts, 'manifest.json');

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const sources = (folder) =>
  readdirSync(join(root, 'native', folder), { recursive: true })
    .map(String)
    .filter((file) => /\.(c|cs|csproj)$/.test(file) && !/(^|[\\/])(bin|obj)[\\/]/.test(file))
    .sort()
    .map((file) => `${file}\n${readFileSync(join(root, 'native', folder, file), 'utf8')}`);

const outOf = (folder) => join(work, `${folder}-out`);

/** The log, if one of them failed; those that did not have their files in `outOf`. */
const build = (parts, properties) => {
  for (const folder of parts) rmSync(outOf(folder), { recursive: true, force: true });
  if (parts.length === 0) return '';
  // A semicolon would end the property.
  const all = { ...properties, Parts: parts.join('%3B'), Work: work };
  const { ok, log } = runSdk(['msbuild', join(root, 'native', 'parts.proj'), '-m'], all);
  return ok ? '' : log;
};

/** A file that a part was built into, under the name that it has from now on. */
const take = (folder, file, as) => {
  if (existsSync(join(outOf(folder), file))) return cpSync(join(outOf(folder), file), join(artifacts, as));
  process.stderr.write(`${log}\nprobe-clr: the build of native/${folder} failed.\n`);
  process.exit(1);
};

if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status !== 0) {
  console.log('probe-clr: the .NET SDK is not installed; the managed part is not built (install SDK 10, then run this again).');
  process.exit(0);
}

const stubHash = hashOf(...sources('stub')).slice(0, 16);
const payloadHash = hashOf(...sources('payload')).slice(0, 16);
const stubName = `Substrate.Stub.${stubHash}`;
const payloadName = `Substrate.Payload.${payloadHash}`;
const known = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : null;
const isCurrent = (part, name) => known?.[part]?.name === name && existsSync(join(artifacts, `${name}.dll`));

const readerName = `reader-${hashOf(...['payload', 'reader', 'credentials'].flatMap(sources)).slice(0, 16)}`;
const needed = [
  ...(isCurrent('stub', stubName) ? [] : ['stub']),
  ...(isCurrent('payload', payloadName) ? [] : ['payload']),
  ...(existsSync(join(artifacts, readerName)) ? [] : ['reader', 'credentials']),
];

mkdirSync(artifacts, { recursive: true });
const log = build(needed, { StubHash: stubHash });
if (needed.includes('stub')) take('stub', `${stubName}.dll`, `${stubName}.dll`);
if (needed.includes('payload')) take('payload', 'Substrate.Payload.dll', `${payloadName}.dll`);

const heapName = `libsubstrate-heap-${hashOf(...sources('heap')).slice(0, 16)}-${process.arch}`;
const heapFile = `${heapName}.so`;

/** The library refers to nothing, so that it can be loaded whichever C library the process has. */
const buildHeap = () => {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return false;
  if (existsSync(join(artifacts, heapFile))) return true;
  const options = '-shared -fPIC -O2 -Wall -Wextra -nostdlib -ffreestanding -fno-stack-protector -fvisibility=hidden -s'.split(
    ' ',
  );
  const out = join(artifacts, `${heapFile}.new`);
  const source = join(root, 'native', 'heap', 'heap.c');
  const done = spawnSync('cc', [...options, '-Wl,-z,noexecstack', '-Wl,--build-id=none', '-o', out, source], {
    encoding: 'utf8',
  });
  if (done.status === 0) {
    renameSync(out, join(artifacts, heapFile));
    return true;
  }
  const why = done.error ? 'no C compiler (cc) was found' : 'the library that walks heaps did not compile';
  console.log(`probe-clr: ${why}; objects that nothing but a running stack leads to will not be found.\n${done.stderr ?? ''}`);
  return false;
};

/** Files and all, as the build left them: it is a program, and lies in a folder of its own. */
const keepReader = () => {
  const folder = join(artifacts, readerName);
  if (!needed.includes('reader')) return true;
  if (!existsSync(join(outOf('reader'), 'Substrate.Reader.dll'))) {
    console.log(
      `probe-clr: the reader did not build (it takes a package from a NuGet registry); programs that take no hook will not be read.\n${log}`,
    );
    return false;
  }
  rmSync(`${folder}.new`, { recursive: true, force: true });
  cpSync(outOf('reader'), `${folder}.new`, { recursive: true });
  cpSync(join(root, 'native', 'reader', 'NOTICE.txt'), join(`${folder}.new`, 'NOTICE.txt'));
  take('credentials', 'Azure.Core.dll', join(`${readerName}.new`, 'Azure.Core.dll'));
  renameSync(`${folder}.new`, folder);
  return true;
};

const part = (name, file) => ({ name, file, sha256: hashOf(readFileSync(join(artifacts, file))) });
const manifest = {
  stub: part(stubName, `${stubName}.dll`),
  payload: part(payloadName, `${payloadName}.dll`),
  ...(buildHeap() ? { heap: part(heapName, heapFile) } : {}),
  ...(keepReader() ? { reader: { name: readerName, file: `${readerName}/Substrate.Reader.dll` } } : {}),
};
writeFileSync(`${manifestFile}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
renameSync(`${manifestFile}.new`, manifestFile);
for (const file of readdirSync(artifacts)) {
  const isCurrent = Object.values(manifest).some((one) => one.file === file);
  if (/\.(dll|so|new)$|^reader-/.test(file) && !isCurrent && file !== readerName)
    rmSync(join(artifacts, file), { recursive: true });
}
