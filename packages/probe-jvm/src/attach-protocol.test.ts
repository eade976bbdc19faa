import { describe, expect, test } from 'vitest';
import { decodeReply, encodeRequest, readLoadReply } from './attach-protocol.js';

describe('requests', () => {
  test('are these very bytes', () => {
    expect(encodeRequest('load', ['instrument', 'false', '/tmp/boot.jar=/tmp/x']).toString('hex')).toBe(
      '31006c6f616400696e737472756d656e740066616c7365002f746d702f626f6f742e6a61723d2f746d702f7800',
    );
    expect(encodeRequest('threaddump', []).toString('hex')).toBe('310074687265616464756d7000000000');
  });

  test('refuse what the JVM would cut off or misread', () => {
    expect(() => encodeRequest('load', ['a', 'b', 'c', 'd'])).toThrow(/three/);
    expect(() => encodeRequest('load', ['x'.repeat(1025)])).toThrow(/1024/);
    expect(() => encodeRequest('load', ['ü'.repeat(513)])).toThrow(/1024/);
    expect(() => encodeRequest('load', ['a\0b'])).toThrow(/zero/);
  });
});

describe('answers', () => {
  const reply = (text: string) => decodeReply(Buffer.from(text));

  test('are a number and text', () => {
    expect(reply('0\nreturn code: 0\n')).toEqual({ status: 0, text: 'return code: 0' });
    expect(reply('101\nProtocol mismatch')).toEqual({ status: 101, text: 'Protocol mismatch' });
    expect(reply('0')).toEqual({ status: 0, text: '' });
    expect(reply('-1\n')).toEqual({ status: -1, text: '' });
    expect(reply('')).toBeNull();
    expect(reply('HTTP/1.1 400')).toBeNull();
  });

  test.for([
    ['9 and later', '0\nreturn code: 0\n', true],
    ['8', '0\n0\n', true],
    ['8, nothing more', '0\n', true],
    ['the agent failed', '0\nreturn code: 102\n', false],
    ['21 and later, where the status says nothing', '0\nno such file: /tmp/boot.jar\n', false],
    ['an older one that failed', '100\nAgent JAR not found or no Agent-Class attribute\n', false],
    ['8 failed', '0\n102\n', false],
  ] as const)('of a load: %s', ([, text, loaded]) => {
    expect(readLoadReply(reply(text)!).loaded).toBe(loaded);
  });

  test('that forbid agents are told apart', () => {
    const text = '100\nDynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading to launch target VM.\n';
    expect(readLoadReply(reply(text)!)).toMatchObject({ loaded: false, why: 'forbidden' });
  });
});
