import { afterEach, expect, test, vi } from 'vitest';
import { profileFolders } from './endpoint.js';

const real = process.platform;
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: real });
  vi.unstubAllEnvs();
});

test.each([
  ['linux', '/home/ann/.config', 'google-chrome'],
  ['darwin', 'Library/Application Support', 'Google/Chrome'],
  ['win32', '/local', 'Google/Chrome/User Data'],
])('profiles on %s', (platform, base, folder) => {
  Object.defineProperty(process, 'platform', { value: platform });
  vi.stubEnv('XDG_CONFIG_HOME', '/home/ann/.config');
  vi.stubEnv('LOCALAPPDATA', '/local');
  expect(profileFolders(['chrome'], 'Chrome')).toContainEqual(expect.stringMatching(`${base}/${folder}$`));
  expect(profileFolders(['chrome', '--user-data-dir=/own'], 'Chrome')).toEqual(['/own']);
});
