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

/** A manager of its own, in a namespace where the machine looks as if systemd had started it. */
const managed = `
mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system /run/own && export XDG_RUNTIME_DIR=/run/own
/lib/systemd/systemd --user > "$HOME/systemd.log" 2>&1 &
manager=$!
trap 'substrate stop > /dev/null 2>&1; kill -9 $manager' EXIT
for i in $(seq 200); do systemctl --user is-system-running > /dev/null 2>&1 && break; sleep 0.1; done
pid() { systemctl --user show --property=MainPID --value substrate.service; }
substrate service install && substrate service status
for i in $(seq 200); do substrate status 2> /dev/null && break; sleep 0.1; done
first=$(pid); kill -9 $first
for i in $(seq 200); do now=$(pid); [ "$now" != 0 ] && [ "$now" != "$first" ] && substrate status 2> /dev/null && break; sleep 0.1; done
echo "begun again: $([ "$now" != "$first" ] && echo yes)"
substrate service remove; substrate service status; echo "still there: $(pid)"
`;
test.runIf(process.getuid?.() === 0 && existsSync('/lib/systemd/systemd') && has('unshare'))(
  'a service that systemd runs: installed, begun again when it dies, removed',
  { timeout: 120_000 },
  () => {
    const home = mkdtempSync(path.join(folder, 'served-'));
    const { stdout } = spawnSync('unshare', ['--mount', 'bash', '-c', managed], {
      encoding: 'utf8',
      timeout: 100_000,
      env: {
        ...env(),
        HOME: home,
        SUBSTRATE_HOME: home,
        SUBSTRATE_SERVER__PORT: '0',
        SUBSTRATE_SCAN__INCLUDE: '["no such program"]',
      },
    });
    const told = lines(stdout);
    expect(told[0]).toBe(`installed: ${home}/.config/systemd/user/substrate.service`);
    expect(told[1]).toContain('service: running');
    expect(told.filter((line) => line === 'key: good')).toHaveLength(2);
    expect(told.filter((line) => line === 'tracked: 0')).toHaveLength(2);
    expect(told.slice(-4)).toEqual([
      'begun again: yes',
      `removed: ${home}/.config/systemd/user/substrate.service`,
      'service: not installed',
      'still there: 0',
    ]);
  },
);

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
