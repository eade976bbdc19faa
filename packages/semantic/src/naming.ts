import type { RawCapture, RawNode, RawRoot } from '@substrate/core';
import { unknownName } from '@substrate/core';
import { keptFor } from './memo.js';
import { sourceIs, sourceOf } from './sources.js';
import { wrapperWords } from './vocabulary.js';
import { isDataName, isMeaningful, isSpelled, normalize, normalizeLabel, simpleTypeName, splitWords } from './words.js';

/**
 * What a node is called, and how sure that is. The source's own word comes first, on a screen the label beside the value; then the
 * label, the type, the spelling. Where nothing speaks, the name is made from the address and says so.
 */

export type NameOrigin = 'source' | 'label' | 'type' | 'spelling' | 'none';

export interface Name {
  readonly segment: string;
  readonly origin: NameOrigin;
}

const plainTypes =
  /^(string|number|boolean|object|array|map|set|list|list\w*|hash\w*|dictionary|function|symbol|bigint|date|int\w*|long|short|byte|char|float|double|decimal|void|any|unknown|u?int\d*|proxy|promise|node|element|html\w*|svg\w*)$/i;

/** The name that a type gives, where the type is the application's own. */
const typeName = (type: string | undefined): string => {
  if (type === undefined) return '';
  const simple = simpleTypeName(type);
  if (plainTypes.test(simple) || !isMeaningful(simple)) return '';
  return normalize(splitWords(simple).join('_'));
};

const partners: Readonly<Record<string, string>> = { x: 'y', y: 'x', z: 'y', w: 'h', h: 'w', r: 'g', g: 'r', b: 'g', a: 'g' };

/** One letter of a point, a size or a colour: `x` beside `y`, `x1` beside `y1`. */
const isMeasure = (name: string, names: ReadonlySet<string>): boolean => {
  const [, letter, number] = /^([a-z])(\d?)$/i.exec(name) ?? [];
  const partner = letter && partners[letter.toLowerCase()];
  return partner !== undefined && names.has(`${letter === letter?.toLowerCase() ? partner : partner.toUpperCase()}${number}`);
};

/** Whether a label has all the words of a name and others besides: `Door code` of `door`. */
const saysMore = (label: string, name: string): boolean => {
  const words = label.split('_');
  const own = splitWords(name);
  return words.length > own.length && own.every((word) => words.includes(word));
};

/**
 * The name of a node below a root, undefined where nothing speaks. `written`: the names here are as a person wrote them, fields of data, or of a program that is not
 * minified; `beside`: those of the fields beside it, and its own.
 */
export const nameNode = (node: RawNode, screen: boolean, written: boolean, beside: ReadonlySet<string>): Name | undefined => {
  const label = node.label === undefined ? '' : normalizeLabel(node.label);
  const labelled = label !== '' && isMeaningful(label);
  if (labelled && screen && (!isMeaningful(node.name) || saysMore(label, node.name))) return { segment: label, origin: 'label' };
  // `id` or `map` is also what a minifier makes, where it made the names around.
  if (isMeaningful(node.name) && (written || node.name.length > 3)) return { segment: normalize(node.name), origin: 'source' };
  if (labelled) return { segment: label, origin: 'label' };
  if (isMeasure(node.name, beside)) return { segment: normalize(node.name), origin: 'source' };
  // The type of a list says how it is kept, not what it is of.
  const byType = node.kind === 'object' ? typeName(node.type) : '';
  if (byType !== '') return { segment: byType, origin: 'type' };
  if (written && isSpelled(node.name)) return { segment: normalize(node.name), origin: 'spelling' };
  if (!screen && /^\d{1,6}$/.test(node.name)) return { segment: node.name, origin: 'spelling' };
  return undefined;
};

const sourceFile = /(?:^|[/\\])([^/\\]+)\.(?:[cm]?[jt]sx?|vue|svelte|dll|exe|jar|html?|json)(?=$|[/\\#:])/;

/** `server` of `lib/server.js`: tells roots of one name apart. */
const fileStem = (text: string): string => {
  const found = sourceFile.exec(text);
  if (!found) return '';
  const stem = found[1] as string;
  return normalize(stem === 'index' ? (text.split(/[/\\]/).at(-2) ?? stem) : stem);
};

const longestProperties = 512;

/** `Catalina:type=Manager,context=/app` is the manager of the app. */
const managedName = (name: string): string[] | null => {
  const at = name.indexOf(':');
  const list = name.slice(at + 1, at + longestProperties);
  if (at < 0 || !/^[\w.-]+=/.test(list)) return null;
  const properties = [...list.matchAll(/([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)].map(
    ([, key, value]) => [key as string, (value as string).replace(/^"|"$/g, '')] as const,
  );
  const isType = (key: string): boolean => /^(type|j2eeType)$/i.test(key);
  const type = properties.find(([key]) => isType(key))?.[1];
  const rest = properties.filter(([key]) => !isType(key) && !/^(host|hash|id|server|J2EEApplication|J2EEServer)$/i.test(key));
  const path = type === undefined ? [normalize(name.slice(0, at).split('.').at(-1) ?? '')] : [normalize(type)];
  for (const [key, value] of rest) {
    const said = /^\d+$/.test(value) ? normalize(`${key}_${value}`) : normalize(value);
    path.push(value === '/' ? 'root' : said || normalize(key));
  }
  return path.filter((segment) => segment !== '');
};

/** `com.acme.Shop.INSTANCE` is the shop; `com.acme.Shop.carts` are the carts of the shop. */
const className = (name: string): string[] | null => {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*([.$+/][\p{L}_$<>`][\p{L}\p{N}_$<>`]*)+$/u.test(name)) return null;
  const parts = name
    .replace(/<.*>|`\d+/g, '')
    .split(/[.$+/]/)
    .filter((part) => part !== '' && !/^\d+$/.test(part));
  const from = parts.findIndex((part) => /^\p{Lu}/u.test(part) && !/^[\p{Lu}\d_]+$/u.test(part));
  if (from < 0) return null;
  const path = parts.slice(from).filter((part, at) => at === 0 || part !== 'INSTANCE');
  return path.map((part) => typeName(part) || normalize(part)).slice(-2);
};

/** The names that a root may take, best first; each a path of segments. An empty path: what is below needs no name before it. */
export const nameRoot = (root: RawRoot, written: boolean) => {
  const { paths, origin } = plainRootName(root, written);
  const main = paths.find((path) => path.length > 0) as string[];
  const file = fileStem(root.file ?? '');
  const inFile = file === '' || file === main[0] ? [] : [[file, ...main]];
  return { candidates: [...paths, ...inFile, [...main.slice(0, -1), `${main.at(-1)}_${sourceOf(root.source).word}`]], origin };
};

const plainRootName = (root: RawRoot, written: boolean): { paths: string[][]; origin: NameOrigin } => {
  if (root.source === 'tabs' || root.source === 'process') return { paths: [[root.source]], origin: 'source' };
  const label = root.label === undefined ? '' : normalizeLabel(root.label);
  // The title of a window changes with the document in it; its class stays.
  if (root.source === 'window' && root.type !== undefined)
    return { paths: [[typeName(root.type) || 'window']], origin: 'source' };
  if (sourceIs(root.source, 'screen') && isMeaningful(label)) return { paths: [[label]], origin: 'label' };
  const managed = root.source === 'mbean' ? (managedName(root.name) ?? managedName(root.qualifiedName ?? '')) : null;
  if (managed && managed.length > 0) return { paths: [managed], origin: 'source' };
  const byClass = className(root.name);
  if (byClass) return { paths: [byClass], origin: 'source' };
  const name = normalize(root.name);
  const byType = root.kind === 'value' ? '' : typeName(root.type);
  if (isMeaningful(root.name)) {
    const bare = root.kind === 'object' && wrapperWords.has(name) && !sourceIs(root.source, 'classed');
    return { paths: bare ? [[], byType === '' ? [name] : [byType]] : [[name]], origin: 'source' };
  }
  if (isMeaningful(label)) return { paths: [[label]], origin: 'label' };
  if (byType !== '') return { paths: [[byType]], origin: 'type' };
  if (written && name.length > 1 && isSpelled(root.name)) return { paths: [[name]], origin: 'spelling' };
  return { paths: [[unknownName(root.address)]], origin: 'none' };
};

/** What minifiers leave: few letters, digits and signs. */
const minifiedForm = /^[$_a-zA-Z][$_a-zA-Z0-9]{0,2}$/;

/**
 * Whether the names of a program are those that its developers wrote. One name by itself may be a minified one or a person's abbreviation:
 * the others around it tell.
 */
export const isWritten = keptFor(({ roots }: RawCapture): boolean => {
  const names = new Set<string>();
  const visit = (node: RawNode): void => {
    for (const child of node.children ?? []) {
      if (node.kind === 'object' && !isDataName(child.name)) names.add(child.name);
      visit(child);
    }
  };
  for (const root of roots) {
    if (sourceIs(root.source, 'screen') || sourceIs(root.source, 'around')) continue;
    names.add(root.name);
    visit(root);
  }
  const suspects = [...names].filter((name) => minifiedForm.test(name) && !isMeaningful(name)).length;
  return names.size >= 20 && suspects * 10 <= names.size;
});
