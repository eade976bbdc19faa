import { endOf } from '../literals.js';

/**
 * What the variables at the top of a minified text were called. A minifier renames variables and leaves properties, and most programs hand a variable
 * on under its own name: `{ households: x }` was `{ households }`. So is `exports.households = x`, `{ households: () => x }` and `export { x as households }`. What else
 * is set, `answer.body = x`, says what it is there for. A letter that a function around such a place declares for itself is another variable.
 */

interface Token {
  readonly text: string;
  readonly isName: boolean;
}

const token =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_$#\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|=>|\.\.\.|[=!]==?|[-+*/%&|^<>?]+=|\?\.|[\s\S]/y;
const keywordBefore = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|instanceof|await|yield)$/;
const isWord = /^[A-Za-z_$\u0080-\uffff]/;

const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = [];
  /** For each template that something is put into, how many braces are open there. */
  const templates: number[] = [];
  const put = (text: string, isName = false): void => void tokens.push({ text, isName });
  for (let at = 0; at < source.length; ) {
    token.lastIndex = at;
    const text = token.exec(source)?.[0] ?? source.charAt(at);
    const start = at;
    at += text.length;
    if (/^\s|^\/[/*]/.test(text)) continue;
    const before = tokens.at(-1);
    const isOperand = before !== undefined && (before.isName ? !keywordBefore.test(before.text) : /^[)\]}'\d]/.test(before.text));
    const isBack = text === '}' && templates.at(-1) === 0;
    if (isBack) templates.pop();
    if (isBack || text === '"' || text === "'" || text === '`' || (text.startsWith('/') && !isOperand)) {
      const mark = isBack ? '`' : text.charAt(0);
      const end = endOf(source, start + 1, mark);
      if (end < 0) continue;
      at = end;
      if (isBack) put(')');
      if (mark === '`' && source.charAt(end - 1) === '{') {
        templates.push(0);
        put("'");
        put('(');
      } else if (!isBack) put("'");
      continue;
    }
    if (templates.length > 0 && (text === '{' || text === '}'))
      templates[templates.length - 1] = (templates.at(-1) as number) + (text === '{' ? 1 : -1);
    put(text, isWord.test(text));
  }
  return tokens;
};

/** Of each bracket the place of the other one. */
const bracketsOf = (tokens: readonly Token[]): Int32Array => {
  const other = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ text, isName }, at) => {
    if (isName) return;
    if (text === '(' || text === '[' || text === '{') open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      const from = open.pop();
      if (from === undefined) return;
      other[from] = at;
      other[at] = from;
    }
  });
  return other;
};

const isWorld = /^(?:exports|globalThis|global)$/;
const isControl = /^(?:if|for|while|switch|with)$/;
/** The brace of a function around all of it, as bundlers write it; -1 where there is none. */
const wrapperOf = (tokens: readonly Token[], other: Int32Array): number => {
  const first = tokens.findIndex(({ text }) => text === '{');
  const isWrapper =
    first >= 0 &&
    first < 10 &&
    /^(?:'[;,])*[(!](?:async)?(?:function)?\(\)(?:=>)?$/.test(
      tokens
        .slice(0, first)
        .map(({ text }) => text)
        .join(''),
    );
  return isWrapper && (other[first] ?? -1) >= tokens.length - 6 ? first : -1;
};
/** A letter that so many functions have is most likely one of theirs. */
const mostOthers = 1000;
/** Names that say what a place is for, and not what is put there. */
const saysNothing = /^(?:default|value|exports|prototype|constructor|module)$/;

export const readLostNames = (source: string, isLost: (name: string) => boolean): Map<string, string> => {
  const tokens = tokensOf(source);
  const other = bracketsOf(tokens);
  const top = wrapperOf(tokens, other);
  const textAt = (at: number): string => tokens[at]?.text ?? '';
  const endOfGroup = (at: number): number => ((other[at] ?? -1) > at ? (other[at] as number) : at);
  /** Where each name is declared other than at the top: from which token to which. */
  const declared = new Map<string, [from: number, to: number][]>();
  const declare = (from: number, to: number, start: number, end: number): void => {
    for (let at = from; at <= to; at++) {
      const { text, isName } = tokens[at] as Token;
      if (!isName || !isLost(text)) continue;
      const ranges = declared.get(text) ?? [];
      ranges.push([start, end]);
      declared.set(text, ranges);
    }
  };
  /** The end of an expression that begins here. */
  const endOfExpression = (from: number): number => {
    let at = from;
    while (at < tokens.length && !/^[,;)\]}]$/.test(textAt(at))) at = endOfGroup(at) + 1;
    return at;
  };
  const endOfBody = (at: number): number => (textAt(at) === '{' ? endOfGroup(at) : endOfExpression(at));
  /** Brackets that are open here, the innermost last. */
  const around: number[] = [];
  const isPattern = new Set<number>();
  tokens.forEach(({ text, isName }, at) => {
    if (at <= top) return;
    if (!isName) {
      if (text === '=>') {
        const start = textAt(at - 1) === ')' ? (other[at - 1] ?? at) : at - 1;
        for (let one = start; one < at; one++) isPattern.add(one);
        declare(start, at - 1, start, endOfBody(at + 1));
      } else if (text === '(') {
        const end = endOfGroup(at);
        // Functions, methods and what is caught: `name(…) { … }`.
        if (textAt(end + 1) === '{' && !isControl.test(textAt(at - 1))) {
          for (let one = at; one < end; one++) isPattern.add(one);
          declare(at, end, at, endOfGroup(end + 1));
        }
        around.push(at);
      } else if (text === '[' || text === '{') {
        if (textAt(endOfGroup(at) + 1) === '=') isPattern.add(at);
        around.push(at);
      } else if (text === ')' || text === ']' || text === '}') around.pop();
      return;
    }
    const holder = around.at(-1);
    if (holder === undefined || textAt(at - 1) === '.') return;
    const isHead = textAt(holder) === '(' && textAt(holder - 1) === 'for';
    // `var` belongs to the function, which may reach further than the block: then nothing is told of a letter that may well be it.
    const first = text === 'var' ? (around[0] as number) : holder;
    const end = isHead && text !== 'var' ? endOfBody(endOfGroup(holder) + 1) : endOfGroup(first);
    if (text === 'function' || text === 'class') {
      if (tokens[at + 1]?.isName) declare(at + 1, at + 1, first, end);
    } else if ((text === 'let' || text === 'const' || text === 'var') && /^[[{\w$]/.test(textAt(at + 1)))
      for (let one = at + 1; ; one++) {
        const last = endOfGroup(one);
        for (let part = one; part < last; part++) isPattern.add(part);
        declare(one, last, first, end);
        one = endOfExpression(last + 1);
        if (textAt(one) !== ',') break;
      }
  });
  const votes = new Map<string, Map<string, number>>();
  const vote = (name: string, at: number): void => {
    const { text: variable = '', isName } = tokens[at] ?? {};
    if (!isName || !isLost(variable) || isLost(name) || saysNothing.test(name) || !isWord.test(name)) return;
    const others = declared.get(variable) ?? [];
    if (others.length > mostOthers || others.some(([from, to]) => at >= from && at <= to)) return;
    const of = votes.get(variable) ?? new Map<string, number>();
    votes.set(variable, of.set(name, (of.get(name) ?? 0) + 1));
  };
  const open: number[] = [];
  tokens.forEach(({ text, isName }, at) => {
    if (!isName) {
      if (text === '(' || text === '[' || text === '{') open.push(at);
      else if (text === ')' || text === ']' || text === '}') open.pop();
      return;
    }
    const holder = open.at(-1);
    const [before, next] = [textAt(at - 1), textAt(at + 1)];
    const ends = (one: number): boolean => /^[,;)\]}]?$/.test(textAt(one));
    if (next === ':' && holder !== undefined && textAt(holder) === '{' && (before === '{' || before === ',')) {
      if (isPattern.has(holder)) return;
      // `households: a`, and what bundlers write for what a module exports: `households: () => a`.
      const of = textAt(at + 2) === '(' && textAt(at + 3) === ')' && textAt(at + 4) === '=>' ? at + 5 : at + 2;
      if (ends(of + 1)) vote(text, of);
    } else if (before === '.' && next === '=' && isWorld.test(textAt(at - 2)) && ends(at + 3)) vote(text, at + 2);
    else if (text === 'as' && holder !== undefined && textAt(holder - 1) === 'export') vote(next, at - 1);
  });
  const names = new Map<string, string>();
  for (const [variable, of] of votes) {
    const [best] = [...of].sort(([, a], [, b]) => b - a);
    if (best) names.set(variable, best[0]);
  }
  // What two were called, or a variable still is, would be one key for both.
  const taken = new Map<string, number>();
  for (const name of names.values()) taken.set(name, (taken.get(name) ?? 0) + 1);
  return new Map([...names].filter(([, name]) => taken.get(name) === 1));
};

/** In a text with lines so long nobody wrote them, and letters are what a minifier left: three where it ran out of two. */
const leastPerLine = 200;
const isLetters = /^(?:..?|(?=.*[a-z])(?=.*[A-Z\d$_])...)$/;
/** Of more text the end alone, where a bundle has the application's part, from the beginning of a statement on. */
const mostText = 1_000_000;
const lastText = 250_000;
const statement = ';var ';

/** The same for a whole file; undefined where nothing was renamed, or nothing tells what. */
export const lostNamesOf = (text: string): Readonly<Record<string, string>> | undefined => {
  if (text.length < leastPerLine * text.split('\n').length) return undefined;
  const from = text.length > mostText ? text.indexOf(statement, text.length - lastText) : 0;
  const names = from < 0 ? new Map() : readLostNames(text.slice(from), (name) => isLetters.test(name));
  return names.size === 0 ? undefined : Object.fromEntries(names);
};
