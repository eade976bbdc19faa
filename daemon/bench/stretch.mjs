import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a daemon by a bench: how long one turn of the loop that answers was, in processor time of its thread, so that what else the machine does
 * is not counted. Writes the longest turns, in milliseconds, to the file that STRETCH_FILE names.
 */
const most = 8;
if (isMainThread && process.env.STRETCH_FILE !== undefined) {
  const spent = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  const longest = [];
  let before = spent();
  const look = () => {
    const now = spent();
    const turn = now - before;
    before = now;
    if (turn > (longest.length < most ? 1 : longest.at(-1))) {
      longest.push(turn);
      longest.sort((a, b) => b - a);
      longest.length = Math.min(longest.length, most);
      writeFileSync(process.env.STRETCH_FILE, JSON.stringify(longest.map((ms) => Number(ms.toFixed(1)))));
      before = spent();
    }
    setTimeout(look, 1).unref();
  };
  // What a start costs is not asked for: from the listening line on.
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (...parts) => {
    if (String(parts[0]).includes('listening on')) {
      process.stdout.write = write;
      before = spent();
      setTimeout(look, 1).unref();
    }
    return write(...parts);
  };
}
