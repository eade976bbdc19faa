import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentText } from '../src/commands/service-launchd.js';
import { unitText } from '../src/commands/service-systemd.js';
import { cli, has } from './support.js';

/** What is written for other programs to read, given to those programs: the shells, and the managers of services. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'substrate-shells-'));
  writeFileSync(
    path.join(folder, 'substrate'),
    `#!/bin/sh\nif [ "$1" = apps ]; then printf 'web-shop\\nwarehouse\\n'; else exec '${process.execPath}' '${cli}' "$@"; fi\n`,
    { mode: 0o755 },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = () => ({ ...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder });
const script = (shell: string): string => execFileSync(process.execPath, [cli, 'completion', shell], { encoding: 'utf8' });

/** What the last word of a line can become. */
const suggestions: Record<string, (words: readonly string[]) => string[]> = {
  bash(words) {
    const program = `${script('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_substrate; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines(execFileSync('bash', ['-c', program], { encoding: 'utf8', env: env() }));
  },
  fish(words) {
    const program = `${script('fish')}\ncomplete -C "${words.join(' ')}"`;
    return lines(execFileSync('fish', ['--no-config', '-c', program], { encoding: 'utf8', env: env() })).map(
      (line) => line.split('\t')[0] as string,
    );
  },
};

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

describe.each(Object.keys(suggestions).filter(has))('completions of %s', (shell) => {
  test.each([
    [['substrate', 'ver'], ['verify']],
    [
      ['substrate', 'state', 'w'],
      ['warehouse', 'web-shop'],
    ],
    [['substrate', 'state', 'web-shop', '--out'], ['--outline']],
    [['substrate', 'service', 'ins'], ['install']],
    [['substrate', 'search', 'web-shop', 'x', '--kind', 'act'], ['actions']],
    [['substrate', 'completion', 'z'], ['zsh']],
  ])('%j', (words, expected) => {
    expect(suggestions[shell]?.(words).sort()).toEqual(expected);
  });
});

test.runIf(has('zsh'))('completions of zsh', () => {
  const file = path.join(folder, 'completion.zsh');
  writeFileSync(file, script('zsh'));
  // A real terminal is what zsh completes in; the module gives it one.
  const program = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='> '; autoload -Uz compinit; compinit -u -d ${folder}/zcompdump; source ${file}; echo rea''dy"
zpty -r shell seen '*ready*'
zpty -w -n shell $'substrate service ins\\t'
zpty -r shell seen '*install*' && print -r -- "$seen"
zpty -w -n shell $'\\x15substrate state ware\\t'
zpty -r shell seen '*warehouse*' && print -r -- "$seen"
zpty -d shell`;
  const { stdout } = spawnSync('zsh', ['-f', '-c', program], { encoding: 'utf8', env: env(), timeout: 30_000 });
  expect(stdout).toContain('install');
  expect(stdout).toContain('warehouse');
});

const service = {
  program: ['/usr/bin/env', '/opt/a folder/100% "quoted"/cli.js', 'start'],
  env: { SUBSTRATE_HOME: '/home/ann/my & home' },
  logFile: '/home/ann/my & home/daemon.log',
};

test.runIf(has('systemd-analyze'))('the unit is one that systemd takes', () => {
  const file = path.join(folder, 'substrate.service');
  writeFileSync(file, unitText(service));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', file], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
  });
  expect(lines(stderr).filter((line) => line.includes('substrate.service'))).toEqual([]);
  expect(status).toBe(0);
  writeFileSync(file, unitText(service).replace('ExecStart', 'ExecBegin'));
  expect(
    spawnSync('systemd-analyze', ['verify', '--user', file], { env: { ...process.env, XDG_RUNTIME_DIR: folder } }).status,
  ).not.toBe(0);
});

test('the agent is a property list, with its text escaped', () => {
  const text = agentText(service);
  expect(text).toContain('<string>/home/ann/my &#38; home</string>');
  if (has('plutil')) execFileSync('plutil', ['-lint', '-'], { input: text });
});

test.runIf(process.platform === 'linux' && !existsSync('/run/systemd/system'))(
  'where systemd does not run, nothing is installed, and that is said',
  () => {
    const { status, stderr } = spawnSync(process.execPath, [cli, 'service', 'install'], {
      encoding: 'utf8',
      env: { ...env(), SUBSTRATE_HOME: path.join(folder, 'home') },
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/systemd does not manage .*nothing was installed/)]);
    expect(existsSync(path.join(folder, '.config', 'systemd'))).toBe(false);
    expect(existsSync(path.join(folder, 'home'))).toBe(false);
  },
);
