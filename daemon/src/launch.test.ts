import type { Recognition } from '@substrate/detector';
import { expect, test } from 'vitest';
import { prepare } from './launch.js';

const of = (flavor: Recognition['flavor']): Recognition => ({ runtime: 'v8', flavor, role: 'application', by: 'x' });

test.each<[string, Recognition | undefined, string[], string[]]>([
  ['node', of('node'), ['server.js', '--port', '1'], ['--inspect=0', 'server.js', '--port', '1']],
  ['node that has an inspector', of('node'), ['--inspect=9', 'server.js'], ['--inspect=9', 'server.js']],
  ['chromium', of('chromium'), ['https://example.org'], ['--remote-debugging-port=0', 'https://example.org']],
  ['chromium that has a port', of('chromium'), ['--remote-debugging-port=9222'], ['--remote-debugging-port=9222']],
  ['electron', of('electron'), ['.'], ['--remote-debugging-port=0', '.']],
  ['java', of('hotspot'), ['-jar', 'x.jar'], ['-jar', 'x.jar']],
  ['anything else', undefined, ['a', 'b'], ['a', 'b']],
])('%s', (_, recognition, args, expected) => expect(prepare('x', args, recognition).args).toEqual(expected));
