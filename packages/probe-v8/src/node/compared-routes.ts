import { createParameterReader } from '../injected/parameters.js';
import { oneOf } from './field-types.js';
import type { Handler, RouteEntry } from './injected/kit.js';

/** Requests that a server tells apart by hand: paths and methods that the source of whom it hands them to compares with texts. */

type Range = readonly [from: number, to: number];
interface Comparison {
  readonly at: number;
  readonly method?: string;
  readonly path?: string;
  /** The test that it is a part of, and what is done where that holds. */
  readonly test: Range;
  readonly region: Range;
}

const reader = createParameterReader();
const methods = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
const isIn = (at: number, [from, to]: Range): boolean => at >= from && at < to;
const escaped = (name: string): string => name.replace(/\$/g, '\\$');

/** The same text without what comments, texts and patterns say, so that brackets and signs are the code's. */
const masked = (text: string): string => {
  const out = [...text];
  const literals =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|(?<=(?:[(,=:[!&|?{};]|\breturn|\bcase)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  for (const { 0: found, index } of text.matchAll(literals)) {
    const keeps = found.startsWith('/*') || found.startsWith('//') ? 0 : 1;
    for (let at = index + keeps; at < index + found.length - keeps; at++) if (out[at] !== '\n') out[at] = keeps === 0 ? ' ' : '_';
  }
  return out.join('');
};

/** Which bracket each place lies in, and where brackets end. */
const bracketsOf = (code: string): { readonly above: Int32Array; readonly ends: Int32Array } => {
  const above = new Int32Array(code.length).fill(-1);
  const ends = new Int32Array(code.length).fill(code.length);
  const open: number[] = [];
  for (let at = 0; at < code.length; at++) {
    if (')]}'.includes(code[at] as string)) ends[open.pop() ?? 0] = at;
    above[at] = open.at(-1) ?? -1;
    if ('([{'.includes(code[at] as string)) open.push(at);
  }
  return { above, ends };
};

/** A pattern as a path with parameters: `^\/boats\/(\d+)$`. Undefined for more than that. */
const pathOfPattern = (pattern: string): string | undefined => {
  const path = pattern
    .replace(/^\^/, '')
    .replace(/(?:\\?\/\?)?\$$/, '')
    .replace(/\\\//g, '/')
    .replace(/\/\((?:\?<(\w+)>)?[^()]*\)/g, (_, name: string | undefined) => `/:${name ?? ''}`);
  return /^\/[\w\-/:.~]*$/.test(path) ? named(path) : undefined;
};
/** What stands in the place of a thing is called as one of those: `/boats/:` is `/boats/:boat`. */
const named = (path: string): string =>
  path
    .split('/')
    .map((part, at, all) => (part === ':' ? `:${oneOf(/^[a-z][\w-]*$/i.exec(all[at - 1] ?? '')?.[0] ?? 'id')}` : part))
    .join('/');

interface Variables {
  readonly paths: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly queries: ReadonlySet<string>;
}
/** What variables have of the request: its path, or a part of it, its method, its query. */
const variablesOf = (request: string, code: string): Variables => {
  const paths = new Set<string>();
  const verbs = new Set<string>();
  const queries = new Set<string>();
  const isOfPath = (of: string): boolean => {
    const own = `${request}\\.(?:url|originalUrl|path)`;
    return new RegExp(`(?<![\\w$.])(?:${[own, ...[...paths].map(escaped)].join('|')})(?![\\w$])`).test(of);
  };
  const declared = /(?<![\w$.])(?:const|let|var)\s+(\{[^{}]*\}|\[[^[\]]*\]|[\w$]+)\s*=\s*([^;\n]*)/g;
  for (const { 1: pattern = '', 2: of = '' } of code.matchAll(declared)) {
    const isWhole = new RegExp(`^${request}\\s*$`).test(of);
    const isPath = isOfPath(of);
    if (pattern.startsWith('{')) {
      for (const { name, as } of reader.fieldsOf(pattern)) {
        if (isWhole && name === 'method') verbs.add(as);
        else if (isWhole ? name === 'url' : isPath) (/^(?:searchParams|query)$/.test(name) ? queries : paths).add(as);
      }
    } else
      for (const name of pattern.match(/[A-Za-z_$][\w$]*/g) ?? []) {
        if (new RegExp(`^${request}\\.method(?![\\w$])`).test(of)) verbs.add(name);
        else if (isPath) (/\.(?:searchParams|query)\s*$|URLSearchParams/.test(of) ? queries : paths).add(name);
      }
  }
  return { paths, verbs, queries };
};

/** Everything that is compared with a path or a method. */
const comparisonsIn = (request: string, text: string, code: string, variables: Variables): Comparison[] => {
  const { above, ends } = bracketsOf(code);
  /** Where a statement ends that begins at a place. */
  const endOf = (from: number): number => {
    const start = from + (/^\s*/.exec(code.slice(from))?.[0].length ?? 0);
    if (code[start] === '{') return (ends[start] as number) + 1;
    const level = above[start];
    for (let at = start; at < code.length; at++) {
      if ('([{'.includes(code[at] as string)) at = ends[at] as number;
      else if (above[at] !== level || code[at] === ';') return at;
      else if (code[at] === '\n' && /^\s*[\w$}]/.test(code.slice(at)) && !/[=(,&|?:+]\s*$/.test(code.slice(start, at))) return at;
    }
    return code.length;
  };
  /** The test that a comparison is a part of, and what it leads to; of what is denied, what comes after. */
  const within = (at: number, isDenied: boolean): Pick<Comparison, 'test' | 'region'> => {
    for (let open = above[at] as number; open >= 0 && code[open] !== '{'; open = above[open] as number) {
      if (!/(?<![\w$.])if\s*$/.test(code.slice(Math.max(0, open - 10), open))) continue;
      const test = [open, ends[open] as number] as const;
      const end = endOf(test[1] + 1);
      const block = above[open] as number;
      return { test, region: isDenied ? [end, block < 0 ? code.length : (ends[block] as number)] : [test[1] + 1, end] };
    }
    const block = above[at] as number;
    const before = code.slice(block + 1, at);
    const from = block + 1 + Math.max(before.lastIndexOf(';'), before.lastIndexOf('}'), before.lastIndexOf(' : ')) + 1;
    const rest = code.slice(at).search(/;|\s:\s/);
    const to = Math.min(block < 0 ? code.length : (ends[block] as number), rest < 0 ? code.length : at + rest);
    return { test: [from, to], region: [at, to] };
  };
  /** What a `case` leads to: with those that it falls through to. */
  const ofCase = (at: number, block: number): Pick<Comparison, 'test' | 'region'> => {
    let from = at + (/^case\s[^:]*:/.exec(code.slice(at))?.[0].length ?? 0);
    const labels = Array.from(code.slice(from, ends[block]).matchAll(/(?<![\w$.])(?:case\s[^:]*|default\s*):/g))
      .map(({ 0: label, index }) => [from + index, label.length] as const)
      .filter(([place]) => above[place] === block);
    let to = ends[block] as number;
    for (const [place, length] of labels) {
      if (code.slice(from, place).trim() !== '') {
        to = place;
        break;
      }
      from = place + length;
    }
    return { test: [at, from], region: [from, to] };
  };
  const any = (names: ReadonlySet<string>, own: string): string =>
    `(?:${[own, ...[...names].map(escaped)].join('|')})(?![\\w$])(?:\\??\\.[\\w$]+(?:\\([^()]*\\))?)*`;
  const path = `(?<![\\w$.])${any(variables.paths, `${request}\\.(?:url|path)`)}`;
  const verb = `(?<![\\w$.])${any(variables.verbs, `${request}\\.method`)}`;
  const found: Comparison[] = [];
  const take = (at: number, said: string, isPath: boolean, where: Pick<Comparison, 'test' | 'region'>): void => {
    const [, both, rest] = new RegExp(`^(${methods})[ :](/\\S*)$`).exec(said) ?? [];
    if (both !== undefined) found.push({ at, ...where, method: both, path: rest as string });
    else if (isPath && /^\/[\w\-/.:~]*$/.test(said)) found.push({ at, ...where, path: said });
    else if (!isPath && new RegExp(`^(?:${methods})$`, 'i').test(said)) found.push({ at, ...where, method: said.toUpperCase() });
  };
  const quoted = `(['"\`])_*\\2`;
  for (const isPath of [true, false]) {
    const it = isPath ? path : verb;
    for (const { 0: whole, 1: sign = '', index } of code.matchAll(new RegExp(`${it}\\s*([!=])==?\\s*${quoted}`, 'g')))
      take(index, textIn(text.slice(index, index + whole.length)), isPath, within(index, sign === '!'));
    for (const { 0: whole, 2: sign = '', index } of code.matchAll(new RegExp(`(['"\`])_*\\1\\s*([!=])==?\\s*${it}`, 'g')))
      take(index, textIn(text.slice(index, index + whole.length)), isPath, within(index, sign === '!'));
  }
  for (const { 0: whole, index } of code.matchAll(
    new RegExp(`${path.replace(/\)\*$/, ')*?')}\\.startsWith\\(${quoted}\\)`.replace('\\2', '\\1'), 'g'),
  )) {
    const said = textIn(text.slice(index, index + whole.length));
    if (/^\/[\w\-/.~]*\/$/.test(said)) found.push({ at: index, ...within(index, false), path: named(`${said}:`) });
  }
  const patterns = [`${path.replace(/\)\*$/, ')*?')}\\.match\\(\\/_*\\/\\)`, `\\/_*\\/\\.(?:exec|test)\\(${path}\\)`];
  for (const one of patterns)
    for (const { 0: whole, index } of code.matchAll(new RegExp(one, 'g'))) {
      const [, pattern = ''] = /\/((?:[^/\\\n[]|\\.|\[[^\]]*\])+)\//.exec(text.slice(index, index + whole.length)) ?? [];
      const said = pathOfPattern(pattern);
      // `const found = /…/.exec(path); if (found) …` is tested by its name.
      const name = /(?:const|let|var)\s+([\w$]+)\s*=\s*$/.exec(code.slice(Math.max(0, index - 60), index))?.[1];
      const after = index + whole.length;
      const tested = name === undefined ? -1 : code.slice(after).search(new RegExp(`(?<![\\w$.!])${escaped(name)}(?![\\w$.[])`));
      if (said !== undefined) found.push({ at: index, ...within(tested < 0 ? index : after + tested, false), path: said });
    }
  for (const { index } of code.matchAll(/(?<![\w$.])case\s+(['"`])_*\1\s*:/g)) {
    const block = above[index] as number;
    const close = code.lastIndexOf(')', block);
    const on = code.slice(above[close] === undefined ? 0 : code.lastIndexOf('switch', block), block);
    const isPath = new RegExp(path).test(on);
    const said = textIn(/^case\s+(['"`]).*?\1/.exec(text.slice(index))?.[0] ?? '');
    if (isPath || new RegExp(verb).test(on) || new RegExp(`^(?:${methods})[ :]/`).test(said))
      take(index, said, isPath, ofCase(index, block));
  }
  return found;
};
const textIn = (quoted: string): string => /(['"`])(.*?)\1/.exec(quoted)?.[2] ?? '';

/** The fields of a query that a text reads. */
const queryIn = (text: string, queries: ReadonlySet<string>): RouteEntry['query'] & object => {
  const held = [...queries].map((name) => `(?<![\\w$.])${escaped(name)}`);
  const got = new RegExp(`(?:${['searchParams', ...held].join('|')})\\.get\\(\\s*(['"\`])([\\w$.-]+)\\1`, 'g');
  const names = Array.from(text.matchAll(got), ([, , name = '']) => name);
  if (held.length > 0)
    for (const [, name = ''] of text.matchAll(new RegExp(`(?:${held.join('|')})\\.([A-Za-z_$][\\w$]*)(?![\\w$]|\\s*\\()`, 'g')))
      names.push(name);
  return [...new Set(names)].map((name) => ({ name, type: 'string' as const, required: false }));
};

/** Where the body is awaited, or handed over when it came, it is what its text says. */
const withBody = (text: string, request: string): string =>
  text
    .replace(
      new RegExp(
        `[\\w$.]+\\(\\s*${request}\\s*\\)\\s*\\.then\\(\\s*(?:async\\s*)?\\(?\\s*(\\{[^{}]*\\}|[\\w$]+)\\s*\\)?\\s*=>`,
        'g',
      ),
      ';const $1 = JSON.parse(it);',
    )
    .replace(new RegExp(`await\\s+[\\w$.]+\\(\\s*${request}\\s*\\)`, 'g'), 'JSON.parse(it)');
const longestHead = 3000;

/** The routes that a handler of requests tells apart. */
export const comparedRoutes = ({ server, source, at: place }: Handler): RouteEntry[] => {
  const name = reader.spell(source)[place]?.name ?? '';
  if (!/^[\w$]+$/.test(name)) return [];
  const request = escaped(name);
  const code = masked(source);
  const variables = variablesOf(request, code);
  const all = comparisonsIn(request, source, code, variables);
  const bodies = Array.from(
    source.matchAll(
      new RegExp(
        `(?:const|let|var)\\s[^=;]*=\\s*(?:[^;\\n]*JSON\\.parse\\(|await\\s+[\\w$.]+\\(\\s*${request}\\s*\\))[^;\\n]*;?`,
        'g',
      ),
    ),
  );
  /** Of what was read of the body before, that which no other branch read. */
  const bodyBefore = (from: number): string[] =>
    bodies.flatMap(({ 0: text, index }) =>
      index < from && all.every(({ region }) => !isIn(index, region) || isIn(from, region)) ? [text] : [],
    );
  const routes = new Map<string, RouteEntry>();
  for (const one of all) {
    const { path, test, region, at } = one;
    // A path that others begin with leads to those.
    if (path === undefined || (path.includes(':') && all.some((other) => other.path !== undefined && isIn(other.at, region))))
      continue;
    const verbs = all.filter(({ method, path: other }) => method !== undefined && other === undefined);
    const beside = verbs.filter((verb) => isIn(verb.at, test));
    /** Which of several ways it is to hold: what is in brackets is one. */
    const part = (from: number): number =>
      code
        .slice(test[0] + 1, from)
        .replace(/\([^()]*\)/g, '')
        .replace(/\([\s\S]*$/, '')
        .split('||').length;
    const near = beside.filter((verb) => part(verb.at) === part(at));
    const around = verbs.filter((verb) => isIn(at, verb.region)).slice(-1);
    const inside = verbs.filter((verb) => isIn(verb.at, region));
    const told: readonly (Pick<Comparison, 'region'> & { readonly method?: string })[] =
      one.method !== undefined
        ? [one]
        : near.length > 0
          ? near.map(({ method = '' }) => ({ method, region }))
          : beside.length > 0
            ? beside.map(({ method = '' }) => ({ method, region }))
            : around.length > 0
              ? around.map(({ method = '' }) => ({ method, region }))
              : inside.length > 0
                ? inside
                : [{ region }];
    for (const {
      method = 'ALL',
      region: [from, to],
    } of told) {
      const key = `${method} ${path}`;
      if (routes.has(key) || method === 'HEAD' || method === 'OPTIONS') continue;
      const text = source.slice(from, to);
      const query = queryIn(text, variables.queries);
      const head = `(${name}) => { ${withBody([...bodyBefore(from), text].join('\n').slice(0, longestHead), request)} }`;
      routes.set(key, { server, method, path, handler: '', head, ...(query.length > 0 ? { query } : {}) });
    }
  }
  return [...routes.values()];
};
