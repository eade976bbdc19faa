/**
 * Builds the parts that run inside the target: boot.jar, core.jar and the JVMTI library, into artifacts/ or the folder that is given. The jars are the same bytes for
 * the same sources and compiler: entries are sorted, stored and have a fixed date. Without a compiler it says so and leaves what is there.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packStored } from './stored-zip.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const native = join(here, '..', 'native');
const artifacts = process.argv[2] ?? join(here, '..', 'artifacts');

const run = (command, args) => {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.error) return { missing: true, text: String(done.error.message) };
  return { missing: false, ok: done.status === 0, text: `${done.stdout}${done.stderr}` };
};

const filesBelow = (directory, ending) =>
  readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((file) => file.endsWith(ending))
    .sort();

const place = (name, bytes) => {
  mkdirSync(artifacts, { recursive: true });
  const part = join(artifacts, `${name}.${process.pid}.part`);
  writeFileSync(part, bytes);
  renameSync(part, join(artifacts, name));
};

/** The class files of a source folder as zip entries; null without a compiler. */
const compile = (name, work) => {
  const classes = join(work, name);
  const done = run('javac', [
    ...['--release', '8', '-g:source,lines', '-Xlint:all,-options,-serial', '-Werror', '-encoding', 'UTF-8', '-d', classes],
    ...filesBelow(join(native, 'agent', name), '.java'),
  ]);
  if (done.missing) return null;
  if (!done.ok) throw new Error(`javac failed for ${name}:\n${done.text}`);
  return filesBelow(classes, '.class').map((file) => ({ name: relative(classes, file), bytes: readFileSync(file) }));
};

const placeJar = (name, attributes, entries) => {
  const manifest = ['Manifest-Version: 1.0', ...attributes, '', ''].join('\r\n');
  place(name, packStored([{ name: 'META-INF/MANIFEST.MF', bytes: Buffer.from(manifest) }, ...entries]));
};

/** The JDK's headers lie beside its compiler. */
const headers = () => {
  const home = process.env.JAVA_HOME;
  const found = home ? { ok: true, text: join(home, 'bin', 'javac') } : run('sh', ['-c', 'command -v javac']);
  if (!found.ok) return null;
  const include = join(dirname(realpathSync(found.text.trim())), '..', 'include');
  return existsSync(join(include, 'jvmti.h')) ? include : null;
};

const compileLibrary = (work) => {
  const include = headers();
  if (!include) return 'the JDK headers (jvmti.h) were not found';
  const out = join(work, 'libsubstrate.so');
  const done = run('cc', [
    '-std=c99',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-Wno-unused-parameter',
    '-O2',
    '-fPIC',
    '-shared',
    '-nostdlib',
    '-ffreestanding',
    '-fvisibility=hidden',
    '-fno-stack-protector',
    '-fno-asynchronous-unwind-tables',
    '-s',
    '-Wl,-z,noexecstack',
    '-Wl,--build-id=none',
    `-I${include}`,
    `-I${join(include, 'linux')}`,
    '-o',
    out,
    join(native, 'jvmti', 'substrate.c'),
  ]);
  if (done.missing) return 'cc was not found';
  if (!done.ok) throw new Error(`cc failed:\n${done.text}`);
  place(`libsubstrate-${process.arch}.so`, readFileSync(out));
  return null;
};

const work = mkdtempSync(join(tmpdir(), 'substrate-native-'));
try {
  const boot = compile('boot', work);
  const core = boot && compile('core', work);
  if (boot && core) {
    placeJar('boot.jar', ['Agent-Class: dev.substrate.agent.Agent'], boot);
    placeJar(
      'boot-privileged.jar',
      ['Agent-Class: dev.substrate.agent.PrivilegedAgent', 'Boot-Class-Path: boot-privileged.jar'],
      boot,
    );
    placeJar('core.jar', [], core);
  }
  if (!core) {
    console.log(
      'probe-jvm: javac was not found, the agent is not built; install a JDK (17 or later) and run `pnpm run native` again',
    );
  } else if (process.platform === 'linux') {
    const why = compileLibrary(work);
    if (why)
      console.log(`probe-jvm: ${why}, the JVMTI library is not built; objects that nothing static holds will not be found`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
