import { describe, expect, test } from 'vitest';
import { isNativeAot } from './elf.js';
import { allowsHooks, applicationFile, readBundledConfig } from './runtime-config.js';

const config = (value: unknown): string =>
  JSON.stringify({ runtimeOptions: { configProperties: { 'System.StartupHookProvider.IsSupported': value } } });

const fileOf = (bytes: Buffer) => ({
  read: async (length: number, position: number) => bytes.subarray(position, position + length),
});

describe('whether hooks are taken', () => {
  test.each([
    [config(false), false],
    [config('false'), false],
    [config(true), true],
    [config(undefined), true],
    [`\uFEFF${config(false)}`, false],
    ['{', true],
  ])('%s', (text, expected) => {
    expect(allowsHooks(text)).toBe(expected);
  });
});

test('the configuration inside a single file is found by the mark of its host', async () => {
  const text = Buffer.from(config(false));
  const mark = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex');
  const headerAt = 4096;
  const configAt = 6000;
  const bytes = Buffer.alloc(8000);
  bytes.writeBigInt64LE(BigInt(headerAt), 1000);
  mark.copy(bytes, 1008);
  bytes.writeUInt32LE(6, headerAt);
  bytes[headerAt + 12] = 12;
  const at = headerAt + 13 + 12;
  bytes.writeBigInt64LE(BigInt(configAt), at + 16);
  bytes.writeBigInt64LE(BigInt(text.length), at + 24);
  text.copy(bytes, configAt);
  expect(await readBundledConfig(fileOf(bytes))).toBe(text.toString());
  bytes.writeBigInt64LE(0n, 1000);
  expect(await readBundledConfig(fileOf(bytes))).toBeNull();
});

test('the application is what dotnet was told to run, or the executable', () => {
  expect(applicationFile(['dotnet', 'bin/Shop.dll', '--x'], '/usr/share/dotnet/dotnet', '/srv')).toBe('/srv/bin/Shop.dll');
  expect(applicationFile(['dotnet', 'exec', '/opt/Shop.dll'], '/usr/share/dotnet/dotnet', '/srv')).toBe('/opt/Shop.dll');
  expect(applicationFile(['./Shop'], '/opt/Shop', '/opt')).toBe('/opt/Shop');
});

test('an application compiled ahead of time is told by a symbol that it exports', async () => {
  const names = Buffer.from('\0malloc\0DotNetRuntimeDebugHeader\0free\0');
  const elf = Buffer.alloc(512);
  elf.write('\x7fELF\x02\x01', 'latin1');
  elf.writeBigUInt64LE(64n, 0x28);
  elf.writeUInt16LE(64, 0x3a);
  elf.writeUInt16LE(2, 0x3c);
  const section = 64 + 64;
  elf.writeUInt32LE(3, section + 4);
  elf.writeBigUInt64LE(2n, section + 8);
  elf.writeBigUInt64LE(300n, section + 0x18);
  elf.writeBigUInt64LE(BigInt(names.length), section + 0x20);
  names.copy(elf, 300);
  expect(await isNativeAot(fileOf(elf))).toBe(true);
  elf.fill('x', 300 + 8, 300 + 12);
  expect(await isNativeAot(fileOf(elf))).toBe(false);
  expect(await isNativeAot(fileOf(Buffer.from('#!/bin/sh\n')))).toBe(false);
});
