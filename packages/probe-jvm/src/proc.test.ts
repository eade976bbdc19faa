import { expect, test } from 'vitest';
import { isListener, jvmOptions, parseStatus } from './proc.js';

test('a status tells the inner pid, the effective user and whether SIGQUIT is caught', () => {
  const status = (caught: string) =>
    `Name:\tjava\nState:\tS (sleeping)\nPid:\t4711\nUid:\t1000\t1001\t1000\t1000\nGid:\t5\t6\t5\t5\nNSpid:\t4711\t7\nSigCgt:\t${caught}\n`;
  expect(parseStatus(status('2000000181005ccf'))).toEqual({ nsPid: 7, uid: 1001, gid: 6, state: 'S', catchesQuit: true });
  expect(parseStatus(status('2000000181005cc8')).catchesQuit).toBe(false);
});

test('options end where the program begins', () => {
  const command = [
    'java',
    '-Xmx1g',
    '-cp',
    '-weird',
    '--add-opens',
    'a/b=c',
    '@args',
    '-Xrs',
    'Main',
    '-XX:+DisableAttachMechanism',
  ];
  expect(jvmOptions(command, [])).toEqual(['-Xmx1g', '-Xrs']);
  expect(jvmOptions(['java', '-Da=b', '-jar', 'x.jar', '-Xrs'], ['A=1', 'JAVA_TOOL_OPTIONS=-Xint  -Xrs'])).toEqual([
    '-Xint',
    '-Xrs',
    '-Da=b',
  ]);
});

test.each(['substrate-liste', 'substra..stener'])('%s is the thread that listens, as the system calls it', (name) =>
  expect(isListener(name)).toBe(true),
);
test.each(['substrate-sessi', 'substra..ession', 'Attach Listener'])('%s is another', (name) =>
  expect(isListener(name)).toBe(false),
);
