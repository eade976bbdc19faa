import { describe, expect, test } from 'vitest';
import { browsers, classify, isToldByName } from './classify.js';
import type { ProcessFacts } from './facts.js';
import { identify, toAppId } from './identify.js';

const facts = (executable: string | null, command: readonly string[], extra: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid: 10,
  startTime: '1',
  startedAt: '2026-01-01T00:00:00.000Z',
  parent: 1,
  name: 'x',
  executable,
  command,
  cwd: '/srv',
  modules: [],
  foreign: false,
  contained: false,
  ...extra,
});
const modules = (...paths: string[]): Partial<ProcessFacts> => ({ modules: ['/usr/lib/libc.so.6', ...paths] });
const named = (packageName: string, productName?: string): Partial<ProcessFacts> => ({
  program: { packageName, ...(productName === undefined ? {} : { productName }) },
});

const libjvm = '/usr/lib/jvm/java-17/lib/server/libjvm.so';
const coreclr = '/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.12/libcoreclr.so';

describe('applications', () => {
  test.each<[string, ProcessFacts, string, string, string, string]>([
    ['node package', facts('/usr/bin/node', ['node', 'server.js'], named('shop')), 'node', 'shop', 'shop', 'Node.js'],
    [
      'scoped package',
      facts('/usr/bin/node', ['node', '/a/b.js'], named('@Acme/Shop')),
      'node',
      'acme-shop',
      '@Acme/Shop',
      'Node.js',
    ],
    [
      'script without a package',
      facts('/usr/bin/node', ['node', '/srv/Tiny Server.js']),
      'node',
      'tiny-server',
      'Tiny Server',
      'Node.js',
    ],
    ['index without a package', facts('/usr/bin/node', ['node', '/srv/board/index.mjs']), 'node', 'board', 'board', 'Node.js'],
    ['relative index without a package', facts('/usr/bin/node', ['node', 'index.js']), 'node', 'index', 'index', 'Node.js'],
    ['evaluated code', facts('/usr/bin/node', ['node', '-e', '0']), 'node', 'node', 'node', 'Node.js'],
    ['a title of its own', facts('/usr/bin/node', ['my-worker']), 'node', 'my-worker', 'my-worker', 'Node.js'],
    ['versioned node', facts('/usr/bin/node22', ['node22', 'a.js']), 'node', 'a', 'a', 'Node.js'],
    [
      'installed server',
      facts('/usr/bin/node', ['node', '/usr/lib/node_modules/verdaccio/bin/verdaccio'], named('verdaccio')),
      'node',
      'verdaccio',
      'verdaccio',
      'Node.js',
    ],
    ['deno', facts('/usr/bin/deno', ['deno', 'run', '-A', 'main.ts']), 'deno', 'main', 'main', 'Deno'],
    [
      'jar',
      facts('/usr/bin/java', ['java', '-jar', '/opt/Shop-1.2.jar'], {
        ...modules(libjvm),
        program: { runtimeVersion: '17.0.15' },
      }),
      'hotspot',
      'shop-1.2',
      'Shop-1.2',
      'OpenJDK 17',
    ],
    [
      'main class',
      facts('/usr/bin/java', ['java', '-cp', 'x', 'com.acme.Shop'], {
        ...modules(libjvm),
        program: { runtimeVersion: '1.8.0_402' },
      }),
      'hotspot',
      'com.acme.shop',
      'Shop',
      'OpenJDK 8',
    ],
    ['source file', facts('/usr/bin/java', ['java', 'Shop.java'], modules(libjvm)), 'hotspot', 'shop', 'Shop', 'Java'],
    ['java before its library is there', facts('/usr/bin/java', ['java', 'a.B']), 'hotspot', 'a.b', 'B', 'Java'],
    [
      'native launcher of a JVM',
      facts('/opt/editor/bin/Editor', ['Editor'], modules(libjvm)),
      'hotspot',
      'editor',
      'Editor',
      'Java',
    ],
    [
      'assembly',
      facts('/usr/bin/dotnet', ['dotnet', 'bin/Acme.Queue.dll'], modules(coreclr)),
      'coreclr',
      'acme.queue',
      'Acme.Queue',
      '.NET 10',
    ],
    [
      'apphost',
      facts('/srv/bin/Acme.Queue', ['./Acme.Queue'], modules(coreclr)),
      'coreclr',
      'acme.queue',
      'Acme.Queue',
      '.NET 10',
    ],
    ['single file', facts('/srv/queue', ['./queue'], modules('/memfd:doublemapper')), 'coreclr', 'queue', 'queue', '.NET'],
    [
      'chromium',
      facts('/usr/lib/chromium/chromium', ['/usr/lib/chromium/chromium', '--headless']),
      'chromium',
      'chromium',
      'Chromium',
      'Chromium',
    ],
    [
      'chrome on Windows',
      facts('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', ['chrome.exe']),
      'chromium',
      'google-chrome',
      'Google Chrome',
      'Google Chrome',
    ],
    [
      'electron in development',
      facts('/x/node_modules/electron/dist/electron', ['electron', '.'], named('notes', 'Notes')),
      'electron',
      'notes',
      'Notes',
      'Electron',
    ],
    [
      'packaged electron',
      facts('/opt/Notes/notes', ['/opt/Notes/notes'], modules('/opt/Notes/v8_context_snapshot.bin')),
      'electron',
      'notes',
      'notes',
      'Electron',
    ],
    [
      'embedded chromium',
      facts('/opt/player/player', ['player'], modules('/opt/player/libcef.so')),
      'chromium',
      'player',
      'player',
      'Chromium',
    ],
    [
      'chromium under another name',
      facts('/srv/reports/renderer', ['renderer', '--headless'], modules('/dev/shm/.org.chromium.Chromium.HxECPR')),
      'chromium',
      'renderer',
      'renderer',
      'Chromium',
    ],
    [
      'qt',
      facts(
        '/usr/bin/python3.11',
        ['/usr/bin/python3', '/usr/bin/qutebrowser'],
        modules('/usr/lib/libQt5WebEngineCore.so.5.15.2'),
      ),
      'qtwebengine',
      'qutebrowser',
      'qutebrowser',
      'Qt WebEngine',
    ],
    [
      "another user's node, seen by its command line alone",
      facts(null, ['/usr/bin/node', '/srv/app.js']),
      'node',
      'app',
      'app',
      'Node.js',
    ],
  ])('%s', (_, process, flavor, appId, appName, runtimeName) => {
    const recognition = classify(process);
    expect(recognition).toMatchObject({ flavor, role: 'application' });
    expect(identify(process, recognition!)).toEqual({ appId, appName, runtimeName });
  });
});

test('a runner is named after the script that it runs', () => {
  const process = facts('/usr/bin/node', ['node', '/srv/node_modules/.bin/ts-node', '--esm', 'src/shop.ts']);
  expect(identify(process, classify(process)!).appId).toBe('shop');
});

describe('helpers', () => {
  test.each<[string, ProcessFacts]>([
    ['renderer', facts('/usr/lib/chromium/chromium', ['chromium', '--type=renderer'])],
    [
      'renderer that joined its command line',
      facts('/usr/lib/chromium/chromium', ['/usr/lib/chromium/chromium --type=renderer --lang=en']),
    ],
    ['zygote', facts('/opt/Notes/notes', ['notes', '--type=zygote'], modules('/opt/Notes/v8_context_snapshot.bin'))],
    ['crash handler', facts('/usr/lib/chromium/chrome_crashpad_handler', ['chrome_crashpad_handler'])],
    [
      'qt process',
      facts(
        '/usr/lib/qt5/libexec/QtWebEngineProcess',
        ['QtWebEngineProcess', '--type=zygote'],
        modules('/usr/lib/libQt5WebEngineCore.so.5'),
      ),
    ],
    ['mac helper', facts('/Applications/Slack.app/Contents/MacOS/Slack Helper (Renderer)', ['Slack Helper (Renderer)'])],
  ])('%s', (_, process) => expect(classify(process)?.role).toBe('helper'));
});

describe('tools', () => {
  test.each<[string, ProcessFacts]>([
    ['npm', facts('/usr/bin/node', ['node', '/usr/bin/npm', 'start'], named('npm'))],
    ['npm by its title', facts('/usr/bin/node', ['npm run dev'])],
    ['installed compiler, package not readable', facts('/usr/bin/node', ['node', '/x/node_modules/typescript/bin/tsc', '-w'])],
    ['test runner', facts('/usr/bin/node', ['node', 'x.mjs'], named('vitest'))],
    ['language server', facts('/usr/bin/node', ['node', 'x.js', '--stdio'], named('bash-language-server'))],
    ['watcher', facts('/usr/bin/node', ['node', '--watch', 'server.js'], named('shop'))],
    ['this command', facts('/usr/bin/node', ['node', '/usr/bin/substrate', 'watch', '1'], named('@substrate/daemon'))],
    ['maven', facts('/usr/bin/java', ['java', '-cp', 'x', 'org.codehaus.plexus.classworlds.launcher.Launcher'], modules(libjvm))],
    ['gradle', facts('/usr/bin/java', ['java', 'org.gradle.launcher.daemon.bootstrap.GradleDaemon'], modules(libjvm))],
    ['surefire', facts('/usr/bin/java', ['java', '-jar', '/t/surefirebooter123.jar'], modules(libjvm))],
    ['javac', facts('/usr/lib/jvm/bin/javac', ['javac', 'A.java'], modules(libjvm))],
    ['java -version', facts('/usr/bin/java', ['java', '-version'])],
    ['dotnet run', facts('/usr/bin/dotnet', ['dotnet', 'run'], modules(coreclr))],
    [
      'msbuild',
      facts('/usr/bin/dotnet', ['dotnet', '/usr/share/dotnet/sdk/10.0.401/MSBuild.dll', '/nodemode:1'], modules(coreclr)),
    ],
    ['compiler server', facts('/usr/bin/dotnet', ['dotnet', 'exec', '/sdk/VBCSCompiler.dll'], modules(coreclr))],
    ['deno fmt', facts('/usr/bin/deno', ['deno', 'fmt'])],
  ])('%s', (_, process) => expect(classify(process)?.role).toBe('tool'));
});

test.each<[string, ProcessFacts]>([
  ['sleep', facts('/usr/bin/sleep', ['sleep', '1'], modules())],
  ['bun, which is no V8', facts('/usr/bin/bun', ['bun', 'server.ts'])],
  ['a shell that mentions node', facts('/usr/bin/bash', ['bash', '-c', 'node server.js'])],
  ['a folder named node', facts('/srv/node/run', ['/srv/node/run'])],
  ['nothing at all', facts(null, [''], { name: '' })],
])('%s is of no supported runtime', (_, process) => expect(classify(process)).toBeUndefined());

test('app ids are lower case words', () => {
  expect(toAppId('@scope/name')).toBe('scope-name');
  expect(toAppId('Résumé Builder!')).toBe('resume-builder');
  expect(toAppId('__x__')).toBe('x__');
  expect(toAppId('магазин')).toMatch(/^app-[a-z0-9]+$/);
  expect(toAppId('магазин')).not.toBe(toAppId('склад'));
  expect(toAppId('x'.repeat(500)).length).toBeLessThanOrEqual(100);
});

test('what is mapped says nothing more where the name of the program tells', () => {
  const told = [...browsers.keys(), 'chrome_crashpad_handler', 'node', 'node20', 'deno'];
  const all = modules(libjvm, coreclr, '/opt/x/libcef.so', '/opt/x/libnode.so.115');
  for (const program of told) {
    expect(isToldByName(program)).toBe(true);
    const command = [program, 'run'];
    expect(classify(facts(`/opt/x/${program}`, command, all))).toEqual(classify(facts(`/opt/x/${program}`, command)));
  }
  expect(['java', 'dotnet', 'electron', 'bash'].some(isToldByName)).toBe(false);
});
