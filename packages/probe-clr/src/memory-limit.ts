import { join } from 'node:path';
import { readProcFile } from '@substrate/core/probing';

/** How many bytes a process may still take before its control group, or one above it, is full. Infinity without a limit. */
export const readMemoryRoom = async (pid: number, groupsAt = '/sys/fs/cgroup'): Promise<number> => {
  const groups = await readProcFile(`/proc/${pid}/cgroup`).catch(() => '');
  let room = Number.POSITIVE_INFINITY;
  for (const line of groups.split('\n')) {
    const [, controllers, path] = line.match(/^\d+:([^:]*):(.*)$/) ?? [];
    if (path === undefined) continue;
    const isUnified = controllers === '';
    if (!isUnified && controllers !== 'memory') continue;
    const base = isUnified ? groupsAt : join(groupsAt, 'memory');
    for (let group = path; ; group = group.slice(0, group.lastIndexOf('/'))) {
      room = Math.min(room, await roomOf(join(base, group), isUnified));
      if (group === '' || group === '/') break;
    }
  }
  return room;
};

const roomOf = async (folder: string, isUnified: boolean): Promise<number> => {
  const read = (name: string) => readProcFile(join(folder, name)).catch(() => '');
  const limit = Number((await read(isUnified ? 'memory.max' : 'memory.limit_in_bytes')).trim() || Number.NaN);
  // Without a limit the file says `max`, or a number no machine has.
  if (!Number.isFinite(limit) || limit > 2 ** 60) return Number.POSITIVE_INFINITY;
  const used = Number(await read(isUnified ? 'memory.current' : 'memory.usage_in_bytes'));
  // Cached files are given back when memory is short.
  const statistics = await read('memory.stat');
  const cached = Number(statistics.match(isUnified ? /^inactive_file (\d+)/m : /^total_inactive_file (\d+)/m)?.[1] ?? 0);
  return limit - used + cached;
};
