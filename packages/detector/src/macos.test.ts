import { expect, test } from 'vitest';
import { createDetector } from './detector.js';
import { createMacListing, parsePs, type Run } from './macos.js';

const ps = `    1     0     0 Sat Nov 14 09:12:01 2026     /sbin/launchd
  501     1   501 Sun Nov 15 08:01:11 2026     /Applications/Google Chrome.app/Contents/MacOS/Google Chrome --remote-debugging-port=9222
  502   501   501 Sun Nov 15 08:01:12 2026     /Applications/Google Chrome.app/Contents/Frameworks/Google Chrome Framework.framework/Versions/140.0/Helpers/Google Chrome Helper (Renderer).app/Contents/MacOS/Google Chrome Helper (Renderer) --type=renderer
  777   600   501 Sun Nov 15 08:05:00 2026     node /Users/ann/shop/server.js
  790   600   501 Sun Nov  1 08:05:00 2026     /Library/Java/JavaVirtualMachines/temurin-17.jdk/Contents/Home/bin/java -jar build/libs/board.jar
  810     1   502 Sun Nov 15 08:06:00 2026     /usr/local/bin/node /Users/bob/theirs.js
`;
const comm = `    1 /sbin/launchd
  501 /Applications/Google Chrome.app/Contents/MacOS/Google Chrome
  502 /Applications/Google Chrome.app/Contents/Frameworks/Google Chrome Framework.framework/Versions/140.0/Helpers/Google Chrome Helper (Renderer).app/Contents/MacOS/Google Chrome Helper (Renderer)
  777 node
  790 /Library/Java/JavaVirtualMachines/temurin-17.jdk/Contents/Home/bin/java
  810 /usr/local/bin/node
`;
const lsof = `p790
fcwd
n/Users/ann/board
ftxt
n/Library/Java/JavaVirtualMachines/temurin-17.jdk/Contents/Home/lib/server/libjvm.dylib
`;

const run: Run = async (program, args) => {
  if (program === '/usr/sbin/lsof') return args.includes('790') ? lsof : '';
  return args.includes('pid=,comm=') ? comm : ps;
};

test('a listing of macOS', async () => {
  const detector = createDetector({ listing: createMacListing({ run, uid: 501 }), self: 1 });
  await detector.scan();
  const seen = [...detector.apps.values()].map((app) => [app.pid, app.appId, app.flavor, app.refusal?.reason]);
  expect(seen).toEqual(
    expect.arrayContaining([
      [501, 'google-chrome', 'chromium', undefined],
      [777, 'server', 'node', undefined],
      [790, 'board', 'hotspot', undefined],
      [810, 'theirs~of-502', 'node', 'other_user'],
    ]),
  );
  expect(seen).toHaveLength(4);
  expect(detector.apps.get(790)).toMatchObject({ cwd: '/Users/ann/board', recognizedBy: 'module libjvm.dylib' });
});

test('a program path with blanks is one word', () => {
  const row = parsePs(ps, comm).find(({ pid }) => pid === 501);
  expect(row?.command).toEqual(['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '--remote-debugging-port=9222']);
});

test('a failed command is no empty machine', async () => {
  let broken = false;
  const detector = createDetector({
    listing: createMacListing({ run: async (...call) => (broken ? '' : run(...call)), uid: 501 }),
    self: 1,
  });
  await detector.scan();
  broken = true;
  expect(await detector.scan()).toEqual([]);
});
