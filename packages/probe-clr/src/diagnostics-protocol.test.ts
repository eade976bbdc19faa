import { describe, expect, test } from 'vitest';
import {
  decodeAnswer,
  decodeProcessInfo2,
  encodeApplyStartupHook,
  encodeAttachProfiler,
  encodeProcessInfo2,
  frameSize,
} from './diagnostics-protocol.js';

const magic = '44 4f 54 4e 45 54 5f 49 50 43 5f 56 31 00';
const bytes = (...hex: string[]): Buffer => Buffer.from(hex.join('').replaceAll(' ', ''), 'hex');

/** As a runtime answers: pid, cookie, five texts. */
const text = (value: string): Buffer => {
  const units = Buffer.from(`${value}\0`, 'utf16le');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(units.length / 2);
  return Buffer.concat([length, units]);
};
const info = Buffer.concat([
  bytes('d2 04 00 00 00 00 00 00', '00112233445566778899aabbccddeeff'),
  ...['/opt/app/Shop --port 1', 'Linux', 'x64', 'Shop', '10.0.12'].map(text),
]);

describe('frames', () => {
  test('ProcessInfo2', () => {
    expect(encodeProcessInfo2()).toEqual(bytes(magic, '14 00 04 04 00 00'));
  });

  test('ApplyStartupHook', () => {
    const expected = bytes(magic, '26 00 04 07 00 00 07 00 00 00 2f 00 61 00 2e 00 64 00 6c 00 6c 00 00 00');
    expect(encodeApplyStartupHook('/a.dll')).toEqual(expected);
  });

  test('AttachProfiler: a time limit, a class, a path, no data', () => {
    const classId = '00112233445566778899aabbccddeeff';
    const path = '06 00 00 00 2f 00 61 00 2e 00 73 00 6f 00 00 00';
    const expected = bytes(magic, '3c 00 03 01 00 00 e8 03 00 00', classId, path, '00 00 00 00');
    expect(encodeAttachProfiler('/a.so', 1000, bytes(classId))).toEqual(expected);
  });
});

describe('answers', () => {
  test('success', () => {
    const answer = decodeAnswer(bytes(magic, '18 00 ff 00 00 00 00 00 00 00'));
    expect(answer).toEqual({ ok: true, payload: Buffer.alloc(4) });
  });

  test('an unknown command', () => {
    expect(decodeAnswer(bytes(magic, '18 00 ff ff 00 00 85 13 13 80'))).toEqual({ ok: false, hresult: 0x80131385 });
  });

  test('ProcessInfo2', () => {
    expect(decodeProcessInfo2(info)).toEqual({
      pid: 1234,
      cookie: '00112233445566778899aabbccddeeff',
      commandLine: '/opt/app/Shop --port 1',
      os: 'Linux',
      architecture: 'x64',
      entryAssembly: 'Shop',
      clrVersion: '10.0.12',
    });
  });

  test('a frame that is not there yet has no size; one of another protocol is an error', () => {
    expect(frameSize(bytes(magic, '18 00'))).toBeNull();
    expect(frameSize(bytes(magic, '18 00 ff 00 00 00'))).toBe(24);
    expect(() => frameSize(Buffer.from('HTTP/1.1 200 OK'))).toThrow('not of the diagnostics protocol');
    expect(() => decodeAnswer(bytes(magic, '18 00 ff 00 00 00 00'))).toThrow('cut short');
    expect(() => decodeProcessInfo2(info.subarray(0, 40))).toThrow();
  });
});
