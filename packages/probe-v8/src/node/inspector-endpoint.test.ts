import { expect, test } from 'vitest';
import { parseInspectorFlag } from './inspector-endpoint.js';

test.each([
  [['app.js'], { given: false, port: 9229 }],
  [['--inspect', 'app.js'], { given: true, port: 9229 }],
  [['--inspect=9400'], { given: true, port: 9400 }],
  [['--inspect=127.0.0.1:0'], { given: true, port: 0 }],
  [['--inspect-brk=[::1]:9300'], { given: true, port: 9300 }],
  [['--inspect-wait'], { given: true, port: 9229 }],
  [['--inspect-port=9555'], { given: false, port: 9555 }],
  [['--inspect-port', '9556', '--inspect'], { given: true, port: 9556 }],
  [['--inspector-name', '--inspect-publish-uid=http'], { given: false, port: 9229 }],
])('%j', (args, expected) => {
  expect(parseInspectorFlag(args)).toEqual(expected);
});
