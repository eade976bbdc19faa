import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { lockFile } from '@substrate/core/files';

/** Programs are got once, from their registry, into the user's cache folder. */
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'substrate-trials');
const run = promisify(execFile);
const big = { maxBuffer: 64 * 1024 * 1024 };

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort();

/** A folder that is there whole or not at all. */
const once = async (name, of, make) => {
  const folder = path.join(cache, `${name}-${createHash('sha256').update(of).digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    await make(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  return folder;
};

/** `overrides` names another version of what a package needs, where the registry does not have the one it asks for. */
const fromNpm = (name, packages, overrides) =>
  once(name, JSON.stringify(packages) + (overrides ? JSON.stringify(overrides) : ''), async (folder) => {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages, overrides }));
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { cwd: folder, ...big });
  });

/** The packages and the Java libraries that they need, unpacked: nothing is installed on the machine. */
const fromDebian = (name, packages) =>
  once(name, JSON.stringify(packages), async (folder) => {
    const options = [
      '--recurse',
      '--no-recommends',
      '--no-suggests',
      '--no-conflicts',
      '--no-breaks',
      '--no-replaces',
      '--no-enhances',
    ];
    const { stdout } = await run('apt-cache', ['depends', ...options, ...packages], big);
    const needed = new Set(stdout.split('\n').filter((line) => /^lib[a-z0-9.+-]*(-java|-jni)$/.test(line)));
    const downloads = path.join(folder, 'downloads');
    mkdirSync(downloads);
    await run('apt-get', ['download', '-o', 'APT::Sandbox::User=root', ...new Set([...packages, ...needed])], {
      cwd: downloads,
      ...big,
    });
    for (const file of readdirSync(downloads)) await run('dpkg', ['-x', path.join(downloads, file), folder]);
    rmSync(downloads, { recursive: true });
  });

const quiet = ['-v', 'quiet', '-nologo', '-nodeReuse:false', '-p:UseSharedCompilation=false'];
/** What it takes from Debian lies under `DebianRoot`. */
const builtByDotnet = (name, project, root) =>
  once(
    name,
    filesIn(project)
      .map((file) => file + readFileSync(path.join(project, file), 'utf8'))
      .join('\0'),
    async (folder) => {
      const source = path.join(folder, 'source');
      cpSync(project, source, { recursive: true });
      await run(
        'dotnet',
        ['build', source, '-c', 'Release', '-o', path.join(folder, 'out'), `-p:DebianRoot=${root ?? ''}`, ...quiet],
        big,
      );
    },
  );

const dotnetTool = (name, [tool, version]) =>
  once(name, `${tool} ${version}`, (folder) =>
    run('dotnet', ['tool', 'install', tool, '--version', version, '--tool-path', folder], big),
  );

const jarsUnder = (folder) =>
  [...new Set(filesIn(folder).filter((file) => file.endsWith('.jar')))].map((file) => path.join(folder, file));

/** `[command, …its options]` compiles the sources that end so into the folder. */
const compiled = (name, sources, extension, [command, ...options], jars) =>
  once(
    name,
    filesIn(sources)
      .map((file) => file + readFileSync(path.join(sources, file), 'utf8'))
      .join('\0'),
    (folder) => {
      const files = filesIn(sources)
        .filter((file) => file.endsWith(extension))
        .map((file) => path.join(sources, file));
      return run(command, [...options, '-d', folder, '-cp', jars.join(':'), ...files], big);
    },
  );

const javac = ['javac', '-nowarn'];
const scalac = (jars) => ['java', '-cp', jars.join(':'), 'scala.tools.nsc.Main', '-usejavacp', '-nowarn'];
/** Debian's compiler, which finds what it needs beside itself. */
const kotlinc = (root) => {
  const lib = path.join(root, 'usr/share/kotlin/kotlinc/lib');
  const preloader = ['-cp', path.join(lib, 'kotlin-preloader.jar'), 'org.jetbrains.kotlin.preloading.Preloader'];
  const compiler = ['-cp', path.join(lib, 'kotlin-compiler.jar'), 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'];
  return ['java', ...preloader, ...compiler, '-no-stdlib', '-no-reflect', '-nowarn'];
};
const isOfKotlin = (jar) => /\/share\/java\/(kotlin-stdlib|kotlinx-[a-z-]+|atomicfu)\.jar$/.test(jar);

/** Copies the trial's own files beside what was installed and builds of them, unless that was done with these very files: somebody may be running them. */
const placeFiles = async (folder, program, files, build) => {
  const texts = files.map((file) => file + readFileSync(path.join(folder, file), 'utf8'));
  const stamp = createHash('sha256').update(texts.join('\0')).digest('hex');
  const placed = path.join(program, '.placed');
  if (existsSync(placed) && readFileSync(placed, 'utf8') === stamp) return;
  for (const file of files) cpSync(path.join(folder, file), path.join(program, file));
  if (build) await run(process.execPath, [build], { cwd: program, ...big });
  writeFileSync(placed, stamp);
};

const longestInstall = 15 * 60_000;

/**
 * Everything that a trial names, as folders: `modules` (and `program`, where the trial's own `files` lie beside them), `site`, which the script `build`
 * among those makes, as a page is bundled before it is shipped, `root` and `jars`, `classes`, `out`, `tools`. Who installs the same program waits.
 */
export const install = async (name, folder, parts) => {
  mkdirSync(cache, { recursive: true });
  const lock = await lockFile({ file: path.join(cache, `${name}.lock`), waitMs: longestInstall });
  if (!lock) throw new Error(`${name} is still being installed by another process`);
  try {
    return await getParts(name, folder, parts);
  } finally {
    await lock[Symbol.asyncDispose]();
  }
};

const getParts = async (name, folder, { npm, overrides, files, build, debian, nugetTool, dotnet, java, scala, kotlin }) => {
  const got = { folders: [] };
  const keep = (at) => {
    got.folders.push(at);
    return at;
  };
  if (npm) {
    const program = keep(await fromNpm(name, npm, overrides));
    got.modules = path.join(program, 'node_modules');
    got.program = program;
    if (build) got.site = path.join(program, 'site');
    if (files) await placeFiles(folder, program, files, build);
  }
  if (debian) {
    got.root = keep(await fromDebian(name, debian));
    got.jars = jarsUnder(got.root);
  }
  const jars = got.jars ?? [];
  if (java) got.classes = keep(await compiled(`${name}-classes`, path.join(folder, java), '.java', javac, jars));
  if (scala) got.classes = keep(await compiled(`${name}-classes`, path.join(folder, scala), '.scala', scalac(jars), jars));
  if (kotlin) {
    got.jars = jars.filter(isOfKotlin);
    got.classes = keep(await compiled(`${name}-classes`, path.join(folder, kotlin), '.kt', kotlinc(got.root), got.jars));
  }
  if (dotnet) got.out = path.join(keep(await builtByDotnet(name, path.join(folder, dotnet), got.root)), 'out');
  if (nugetTool) got.tools = keep(await dotnetTool(name, nugetTool));
  return got;
};
