import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the mail worker of `examples/clr`, built once for its sources. */
export const builtWorker = async () => {
  const project = fileURLToPath(new URL('../../examples/clr/worker', import.meta.url));
  const hash = createHash('sha256');
  for (const file of readdirSync(project).filter((name) => /\.cs(proj)?$/.test(name)))
    hash.update(readFileSync(path.join(project, file)));
  const built = path.join(tmpdir(), 'substrate-examples', `worker-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(built)) return built;
  const fresh = `${built}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const quiet = ['-c', 'Release', '-nologo', '-v', 'quiet', '-nodeReuse:false', '-p:UseSharedCompilation=false'];
  const out = ['-o', path.join(fresh, 'out'), `-p:BaseIntermediateOutputPath=${fresh}/obj/`, `-p:BaseOutputPath=${fresh}/bin/`];
  await promisify(execFile)('dotnet', ['build', project, ...quiet, ...out]);
  if (!existsSync(built)) renameSync(path.join(fresh, 'out'), built);
  rmSync(fresh, { recursive: true, force: true });
  return built;
};
