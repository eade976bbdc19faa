/**
 * The names that a source assigns to after their declaration. A look at the surface that errs on one side: a name may be listed though
 * it is never assigned to, but none is missing. Null when that can't be promised: the code may assign by `eval` or `with`.
 */
export const readAssignedNames = (text: string): string[] | null => {
  if (/(?<![\w$.])(?:eval|with)\s*\(/.test(text)) return null;
  const names = new Set<string>();
  const identifier = /[A-Za-z_$][\w$]*/g;
  // `x = …` that no `const`, `let`, or `var` at the start of a line stands before; `x += …`, `x++`.
  for (const found of text.matchAll(
    /(?<![\w$.])([A-Za-z_$][\w$]*)\s*(=(?![=>])|(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)=|\+\+|--)/g,
  )) {
    const before = text.slice(Math.max(0, found.index - 24), found.index);
    const isDeclared = found[2] === '=' && /(?:(?<![\w$.])(?:const|let)|(?:^|\n)(?:export )?var)\s+$/.test(before);
    if (!isDeclared) names.add(found[1] as string);
  }
  for (const found of text.matchAll(/(?:\+\+|--)\s*([A-Za-z_$][\w$]*)/g)) names.add(found[1] as string);
  for (const found of text.matchAll(/for\s*(?:await\s*)?\(\s*(?:var\s+)?([A-Za-z_$][\w$]*)\s+(?:of|in)\b/g))
    names.add(found[1] as string);
  // `[a, b] = …` and `{ a, b } = …`: whatever stands in the brackets, unless it is declared there.
  for (const found of text.matchAll(/[\]}]\s*(?==(?![=>]))|[\]}]\s+(?=(?:of|in)\b)/g)) {
    const open = openingOf(text, found.index);
    const before = text.slice(Math.max(0, open - 16), open);
    if (open >= 0 && /(?<![\w$.])(?:const|let)\s*$/.test(before)) continue;
    for (const one of text.slice(Math.max(0, open), found.index).matchAll(identifier)) names.add(one[0]);
  }
  return [...names];
};

/** The bracket that the one at `close` closes; -1 when it is too far away. */
const openingOf = (text: string, close: number): number => {
  let depth = 0;
  for (let at = close; at >= 0 && at > close - 2000; at--) {
    const char = text[at];
    if (char === ']' || char === '}') depth++;
    else if ((char === '[' || char === '{') && --depth === 0) return at;
  }
  return -1;
};

const escapeName = (name: string): string => name.replace(/[$]/g, '\\$&');

/**
 * The text of the one function of that name, if its lines show where it ends: it is closed by the first line that is indented like the
 * one where it began. Otherwise the whole text, which is never wrong.
 */
export const textOfFunction = (text: string, name: string): string => {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return text;
  const n = escapeName(name);
  const declared = new RegExp(
    `(?<![\\w$])(?:function\\s*\\*?\\s*${n}\\s*\\(|class\\s+${n}\\b|${n}\\s*[=:]\\s*(?:async\\b\\s*)?(?:function\\b|\\(|[\\w$]+\\s*=>))`,
  );
  const method = new RegExp(`^\\s*(?:(?:async|static|get|set)\\s+)*\\*?\\s*${n}\\s*\\(.*\\{\\s*$`);
  let only: string | undefined;
  let start = -1;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const from = text.lastIndexOf('\n', at) + 1;
    const to = text.indexOf('\n', at);
    const line = text.slice(from, to < 0 ? text.length : to);
    if (line.length > 2000) return text;
    if (from === start || !(declared.test(line) || method.test(line))) continue;
    if (only !== undefined || !/\{\s*$/.test(line) || /(?<![\w$.])class\s/.test(line)) return text;
    only = line;
    start = from;
  }
  if (only === undefined) return text;
  const rest = text.slice(start);
  const end = new RegExp(`\\n${/^\s*/.exec(only)?.[0] ?? ''}[})\\]]`).exec(rest);
  return end ? rest.slice(0, end.index) : text;
};
