import type { Room } from './room.js';

/** Documents of rich text as data: a block is told by its text, and not by the runs that it is written in. */
export const richText: Room = {
  name: 'rich text',
  inside: ({ own, names }) => {
    const most = 500;
    const runsOf = (node: unknown): unknown => own(node, 'content') ?? own(node, 'children');
    const textOf = (node: unknown, depth = 0): string => {
      const [text, runs] = [own(node, 'text'), runsOf(node)];
      if (typeof text === 'string') return text;
      return Array.isArray(runs) && depth < 4
        ? runs
            .slice(0, most)
            .map((run) => textOf(run, depth + 1))
            .join('')
        : '';
    };
    const isRun = (node: unknown): boolean => own(node, 'type') === 'text' && typeof own(node, 'text') === 'string';
    return {
      unwrap: (value) => {
        const runs = typeof own(value, 'type') === 'string' ? runsOf(value) : undefined;
        if (!Array.isArray(runs) || !runs.slice(0, most).some(isRun)) return value;
        const rest = names(value).flatMap((name) => (own(value, name) === runs ? [] : [[name, own(value, name)] as const]));
        return Object.fromEntries([...rest, ['text', textOf(value)]]);
      },
    };
  },
};
