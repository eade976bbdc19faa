import type { Room } from './room.js';

/** Documents of rich text as data: a block is told by its text, and not by the runs that it is written in; of those, what is more than text stays (links, mentions). */
export const richText: Room = {
  name: 'rich text',
  inside: ({ own, names }) => {
    const most = 500;
    const runsOf = (node: unknown): unknown => own(node, 'content') ?? own(node, 'children');
    const textOf = (node: unknown, depth = 0): string => {
      const [text, runs] = [typeof node === 'string' ? node : own(node, 'text'), runsOf(node)];
      if (typeof text === 'string') return text;
      return Array.isArray(runs) && depth < 4
        ? runs
            .slice(0, most)
            .map((run) => textOf(run, depth + 1))
            .join('')
        : '';
    };
    const isRun = (node: unknown): boolean => own(node, 'type') === 'text' && typeof own(node, 'text') === 'string';
    const isMore = (run: unknown): boolean => {
      if (typeof run !== 'object' || run === null) return false;
      const marks = own(run, 'marks');
      if (!isRun(run)) return names(run).some((name) => !/^(?:type|text|content|children)$/.test(name));
      return Array.isArray(marks) && marks.some((mark) => own(mark, 'attrs') !== undefined);
    };
    return {
      unwrap: (value) => {
        const runs = typeof own(value, 'type') === 'string' ? runsOf(value) : undefined;
        if (!Array.isArray(runs) || !runs.slice(0, most).some(isRun)) return value;
        const more = runs.slice(0, most).filter(isMore);
        const rest = names(value).flatMap((name) => {
          const held = own(value, name);
          return held !== runs ? [[name, held] as const] : more.length > 0 ? [[name, more] as const] : [];
        });
        return Object.fromEntries([...rest, ['text', textOf(value)]]);
      },
    };
  },
};
