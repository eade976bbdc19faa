import { describe, expect, test } from 'vitest';
import { dotnetTarget, javaTarget, nodeTarget, splitTitle } from './command-line.js';

const words = (line: string): string[] => line.split(' ');

describe('node', () => {
  test.each([
    ['node server.js --port 1', 'server.js'],
    ['node --inspect=0 -r ./hook.js --import tsx src/main.ts', 'src/main.ts'],
    ['node --max-old-space-size=512 .', '.'],
    ['node -- -odd.js', '-odd.js'],
    ['node --conditions dev a.mjs', 'a.mjs'],
  ])('%s', (line, script) => expect(nodeTarget(words(line))).toMatchObject({ kind: 'script', script }));

  test.each([
    ['node', 'none'],
    ['node -e 1', 'none'],
    ['node -p 1', 'none'],
    ['node -', 'none'],
    ['node --watch server.js', 'tool'],
    ['node --test', 'tool'],
    ['node --version', 'tool'],
  ])('%s runs no script', (line, kind) => expect(nodeTarget(words(line)).kind).toBe(kind));
});

describe('java', () => {
  test.each([
    ['java -Xmx1g -cp a:b -jar /opt/shop.jar --port 1', { kind: 'jar', jar: '/opt/shop.jar' }],
    ['java -cp lib/*:x com.acme.Main arg', { kind: 'class', mainClass: 'com.acme.Main' }],
    ['java -Dx=y com/acme/Main', { kind: 'class', mainClass: 'com.acme.Main' }],
    ['java --add-opens java.base/java.lang=ALL-UNNAMED com.acme.Main', { kind: 'class', mainClass: 'com.acme.Main' }],
    ['java -p mods -m shop/com.acme.Main', { kind: 'class', mainClass: 'com.acme.Main' }],
    ['java --module=shop', { kind: 'module', module: 'shop' }],
    ['java --source 17 Shop.java', { kind: 'source', file: 'Shop.java' }],
    ['java -version', { kind: 'none' }],
    ['java -jar', { kind: 'none' }],
  ])('%s', (line, target) => expect(javaTarget(words(line))).toEqual(target));
});

describe('dotnet', () => {
  test.each([
    ['dotnet bin/Shop.dll --urls x', { kind: 'assembly', path: 'bin/Shop.dll' }],
    ['dotnet exec --runtimeconfig a.json --depsfile b.json Shop.dll', { kind: 'assembly', path: 'Shop.dll' }],
    ['dotnet --fx-version 8.0.1 Shop.dll', { kind: 'assembly', path: 'Shop.dll' }],
    ['dotnet run --project x', { kind: 'command', name: 'run' }],
    ['dotnet', { kind: 'command', name: '' }],
  ])('%s', (line, target) => expect(dotnetTarget(words(line))).toEqual(target));
});

test('a title is split into words, a command line is left alone', () => {
  expect(splitTitle(['node /srv/app.js', '', ''])).toEqual(['node', '/srv/app.js']);
  expect(splitTitle(['node', 'my app.js'])).toEqual(['node', 'my app.js']);
});
