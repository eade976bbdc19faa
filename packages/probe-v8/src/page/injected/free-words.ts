import type { Sight } from '../../injected/sight.js';

/** What the text of a function speaks of that it does not declare itself. */
export interface FreeWords {
  /** The words that are neither texts, nor fields, nor declared in it. What a build calls the same inside and outside is taken for its own. */
  of(fn: object): ReadonlySet<string>;
  /** Those of them that it sets, or of which it sets a field or changes what is kept in one. */
  changedBy(fn: object): readonly string[];
  /** Fields of its own that a class sets, or changes what is kept in them: of `this` or by its name. */
  changedIn(maker: object, name: string): ReadonlySet<string>;
}

export function createFreeWords(kit: { sight: Pick<Sight, 'sourceOf'> }): FreeWords {
  const mostSource = 4000;
  const codeOf = (fn: object): string =>
    kit.sight
      .sourceOf(fn)
      .slice(0, mostSource)
      .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
  const wordsIn = (text: string): Set<string> => {
    const free = new Set<string>(text.match(/(?<![\w$.]|\.\s)[A-Za-z_$][\w$]*|(?<=\.\.\.)[A-Za-z_$][\w$]*/g));
    const declared =
      /(?<![\w$]|\b(?:if|for|while|switch)\s?)\(([^()]*)\)\s*(?:=>|\{)|([\w$]+)\s*=>|\b(?:let|const|var)\b((?:(?!\b(?:of|in)\b)[^;=])*)|,([\w$]+)=(?!=)/g;
    for (const [, taken, one, some, next] of text.matchAll(declared))
      for (const name of `${taken} ${one} ${some} ${next}`.match(/[\w$]+/g) ?? []) free.delete(name);
    return free;
  };
  const path = String.raw`(?:\.[\w$]+|\[[^\]\n]{0,80}\])*`;
  const change = String.raw`${path}\s*(?:(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>])|\+\+|--)|${path}\.(?:push|pop|shift|unshift|splice|set|add|delete|clear|sort|reverse)\(`;
  const changes = new RegExp(String.raw`(?<![\w$.])(?:\+\+|--)?([A-Za-z_$][\w$]*)(?:${change})`, 'g');
  const changesWithin = new RegExp(String.raw`(?<![\w$.])(?:\+\+|--)?([A-Za-z_$][\w$]*)(?=[.[])(?:${change})`, 'g');
  /** What is told to do something, and nobody asks what came of it. */
  const tells = new RegExp(String.raw`(?<=[;{})]\s*)(?!return\b)([A-Za-z_$][\w$]*)${path}\.(?!forEach\()[\w$]+\((?!\))`, 'g');
  /** `for (const lamp of quay.lamps)`, `const lamp = quay.lamps[0];`. */
  const parts = new RegExp(
    String.raw`\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?:=|\sof)\s*([A-Za-z_$][\w$]*)${path}\s*(?=[;)\n]|\.find\()`,
    'g',
  );
  const mostOfClass = 400_000;
  const known = new WeakMap<object, readonly string[]>();

  return {
    of: (fn) => wordsIn(codeOf(fn)),
    changedBy(fn) {
      let found = known.get(fn);
      if (!found) {
        const text = codeOf(fn);
        const set = new Set([...text.matchAll(changes), ...text.matchAll(tells)].map(([, word]) => word as string));
        // A part of something that has a name of its own there is that thing.
        const within = new Set(Array.from(text.matchAll(changesWithin), ([, word]) => word));
        for (const [, name, of] of text.matchAll(parts)) if (within.has(name)) set.add(of as string);
        const free = set.size > 0 ? wordsIn(text) : set;
        found = [...set].filter((word) => free.has(word));
        known.set(fn, found);
      }
      return found;
    },
    changedIn(maker, name) {
      const own = new RegExp(
        String.raw`(?<![\w$.])(?:\+\+|--)?(?:this|${name.replace(/\$/g, '\\$') || 'this'})\.([A-Za-z_$][\w$]*)(?:${change})`,
        'g',
      );
      return new Set(Array.from(kit.sight.sourceOf(maker).slice(0, mostOfClass).matchAll(own), ([, field]) => field as string));
    },
  };
}
