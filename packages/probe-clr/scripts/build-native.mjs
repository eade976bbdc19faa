// Builds the managed part (stub and payload) into artifacts/. Does nothing when the sources are those of the last build, and says so in
// one line, without failing, when the .NET SDK is not installed: the package then refuses to attach with reason `not_built`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDotnet } from './dotnet.mjs';

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
    .filter((file) => /\.(cs|csproj)$/.test(file) && !/(^|[\\/])(bin|obj)[\\/]/.test(file))
    .sort()
    .map((file) => `${file}\n${readFileSync(join(root, 'native', folder, file), 'utf8')}`);

const build = (folder, options = []) => {
  const out = join(work, `${folder}-out`);
  rmSync(out, { recursive: true, force: true });
  const { ok, log } = runDotnet('build', join(root, 'native', folder, `${folder}.csproj`), {
    out,
    work: join(work, folder),
    options,
  });
  if (ok) return out;
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

mkdirSync(artifacts, { recursive: true });
if (!isCurrent('stub', stubName))
  cpSync(join(build('stub', [`-p:StubHash=${stubHash}`]), `${stubName}.dll`), join(artifacts, `${stubName}.dll`));
if (!isCurrent('payload', payloadName))
  cpSync(join(build('payload'), 'Substrate.Payload.dll'), join(artifacts, `${payloadName}.dll`));

const part = (name) => ({ name, file: `${name}.dll`, sha256: hashOf(readFileSync(join(artifacts, `${name}.dll`))) });
const manifest = { stub: part(stubName), payload: part(payloadName) };
writeFileSync(`${manifestFile}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
renameSync(`${manifestFile}.new`, manifestFile);
for (const file of readdirSync(artifacts)) {
  if (file.endsWith('.dll') && file !== manifest.stub.file && file !== manifest.payload.file) rmSync(join(artifacts, file));
}
