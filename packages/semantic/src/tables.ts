import type { Primitive, RawNode, RawRoot } from '@substrate/core';

/**
 * Tables that a developer wrote into the program: codes, messages, names of headers, spellings of an option. They never change and say
 * nothing about this run. What gives them away is what a person sees at a glance: names in capitals, values that repeat their own name,
 * many entries of one kind.
 */

const capitals = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/** A name in capitals: a constant, by the custom of most languages. */
export const isConstantName = (name: string): boolean => name.length >= 3 && capitals.test(name) && /[A-Z]{2}/.test(name);

/** Letters and digits alone: `Content-Type`, `contentType` and `CONTENT_TYPE` are one. */
const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a value only says its own name. */
export const isEcho = (name: string, value: Primitive): boolean => {
  if (typeof value !== 'string' || value.length < 2 || value.length > 60) return false;
  const [said, own] = [squeezed(value), squeezed(name)];
  return (
    said === own || (own.length > 3 && Math.abs(said.length - own.length) === 1 && (said.startsWith(own) || own.startsWith(said)))
  );
};

interface Entries {
  readonly count: number;
  /** The one type of all values; undefined where they differ or there is more than values. */
  readonly type: 'string' | 'number' | undefined;
  readonly constants: number;
  readonly echoes: number;
  readonly spaced: number;
}

const entriesOf = (node: RawNode): Entries => {
  const children = node.children ?? [];
  let type: string | undefined;
  let constants = 0;
  let echoes = 0;
  let spaced = 0;
  for (const child of children) {
    const own = child.kind === 'value' && child.value !== null ? typeof child.value : 'other';
    type = type === undefined || type === own ? own : 'other';
    if (isConstantName(child.name)) constants++;
    if (isEcho(node.kind === 'list' ? node.name : child.name, child.value ?? null)) echoes++;
    if (typeof child.value === 'string' && /\S\s+\S+\s+\S/.test(child.value)) spaced++;
  }
  return {
    count: Math.max(children.length, node.size ?? 0),
    type: type === 'string' || type === 'number' ? type : undefined,
    constants,
    echoes,
    spaced,
  };
};

const manifestNames = new Set(
  `dependencies devDependencies peerDependencies optionalDependencies engines repository bugs homepage keywords license author contributors
  funding packageManager scripts browserslist resolutions files bin maintainers main types exports collective preferGlobal publishConfig`.split(
    /\s+/,
  ),
);

/** What a package says about itself: as good as the same in every process of the program. */
const isManifest = (nodes: readonly RawNode[]): boolean => {
  let known = 0;
  for (const node of nodes) if (manifestNames.has(node.name)) known++;
  return known >= 4;
};

/** The same for the variables of one file: a file of nothing but texts is a table, whatever way it was written. */
export const fileCosts = (roots: readonly RawRoot[]): ReadonlyMap<string, number> => {
  const files = new Map<string, RawRoot[]>();
  for (const root of roots) {
    if (root.source !== 'module') continue;
    const file = root.address.slice(0, root.address.lastIndexOf('/'));
    const found = files.get(file);
    if (found) found.push(root);
    else files.set(file, [root]);
  }
  const costs = new Map<string, number>();
  for (const [file, members] of files) {
    if (isManifest(members)) for (const member of members) if (manifestNames.has(member.name)) costs.set(member.address, 70);
    const values = members.filter((member) => member.kind === 'value');
    const cost = tableCost({ name: file, kind: 'object', children: values });
    if (cost > 0) for (const member of values) costs.set(member.address, cost);
  }
  return costs;
};

const explains = /^(?:description|describe|desc|help|summary|usage|docs?|detail|info)$/i;
const declares =
  /^(?:type|types|default|nargs|alias|aliases|choices|enum|required|optional|global|kind|char|format|properties|items|abbr|metavar|flags?|(?:short|long|value)_?name|option_?type|arity|template)$/i;

const typeNames =
  /^(?:string|number|integer|u?int\d*|boolean|bool|object|array|list|map|date|datetime|float|double|long|any|structure|function|buffer|binary|json|text|uuid|enum)\b/i;

const isDeclaration = (fields: readonly RawNode[]): boolean =>
  fields.some(({ name, value }) => /^(?:type|kind)$/i.test(name) && typeof value === 'string' && typeNames.test(value)) ||
  (fields.some(({ name }) => explains.test(name)) && fields.some(({ name }) => declares.test(name)));

/** Options, fields or metrics with what they are and what for: the manual of the program, not its state. */
const isManual = (children: readonly RawNode[]): boolean => {
  let entries = 0;
  for (const { kind, children: fields } of children) if (kind === 'object' && fields && isDeclaration(fields)) entries++;
  return children.length >= 3 && entries * 5 >= children.length * 3;
};

/** The modules that a bundler loaded, by their numbers. */
const isModuleRegistry = (children: readonly RawNode[]): boolean => {
  let modules = 0;
  for (const { children: fields = [] } of children)
    if (fields.some(({ name }) => name === 'loaded') && fields.some(({ name }) => name === 'id' || name === 'exports')) modules++;
  return modules >= 3 && modules * 5 >= children.length * 4;
};

/** An interface described to people and generators: the same in every run. */
const isApiDocument = (children: readonly RawNode[]): boolean =>
  children.some(({ name, value }) => (name === 'openapi' || name === 'swagger') && typeof value === 'string') &&
  children.some(({ name }) => name === 'paths' || name === 'components');

const metricFields = /^(?:labelNames|aggregator|registers|help|buckets|upperBounds|percentiles|maxAgeSeconds|compressCount)$/;

/** A metric of one of the usual libraries: told where it is collected. */
const isMetric = (children: readonly RawNode[]): boolean =>
  children.reduce((known, { name }) => known + Number(metricFields.test(name)), 0) >= 3;

/** One value over and over, nothing for one. */
const isMonotone = (children: readonly RawNode[]): boolean =>
  children.length >= 4 && children.every((child) => child.kind === 'value' && child.value === children[0]?.value);

/** Names for 0, 1, 2, …: what a value may be, not what it is. */
const isEnumeration = (children: readonly RawNode[]): boolean => {
  const numbers = children.map((child) => child.value as number).sort((a, b) => a - b);
  const first = numbers[0] as number;
  return numbers.length >= 3 && first >= 0 && first <= 1 && numbers.every((number, at) => number === first + at);
};

/** `{ 0: "OPEN", OPEN: 0 }`: names for numbers, both ways, as some compilers write them. */
const isTwoWay = (children: readonly RawNode[]): boolean => {
  const values = new Map(children.map((child) => [child.name, child.value]));
  let pairs = 0;
  for (const { name, value } of children) {
    if (/^-?\d+$/.test(name) && typeof value === 'string' && values.get(value) === Number(name)) pairs++;
  }
  return pairs > 0 && pairs * 5 >= children.length * 2;
};

/** Objects that hold nothing but their own place in the list: made ahead, to be lent. */
const isPool = ({ kind, children = [] }: RawNode): boolean =>
  kind === 'list' &&
  children.length >= 4 &&
  children.every(({ children: fields = [] }, at) => {
    const filled = fields.filter((field) => field.kind !== 'value' || field.value !== null);
    return filled.length > 0 && filled.every((field) => field.value === at);
  });

/** Numbers in rising order: limits of classes, points of a scale. */
const isScale = (children: readonly RawNode[]): boolean =>
  children.length >= 5 &&
  children.every((child, at) => at === 0 || (child.value as number) > (children[at - 1]?.value as number));

const calendarNames = /^_?(?:month|weekday|day)s?_?(?:names?|short|min|narrow|abbreviated|wide|long|parse|format|standalone)*$/i;

/** `["January", "February", …]`, `{ monthNames, dayNamesMin }`: how a language writes dates. */
const isCalendar = ({ name, kind, children = [] }: RawNode): boolean =>
  kind === 'list' && (children.length === 7 || children.length === 12) && calendarNames.test(name) && children.every(isText);
const isText = ({ value }: RawNode): boolean => typeof value === 'string' && value.length < 30;
const isLocale = (children: readonly RawNode[]): boolean => children.filter(isCalendar).length >= 2;

const colourText = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgb|hsl)a?\([\d\s.,%/-]+\))$/i;
const channels = new Set(['r', 'g', 'b', 'a']);

const isColour = ({ kind, value, children }: RawNode): boolean => {
  if (kind === 'value') return typeof value === 'string' && colourText.test(value);
  if (kind !== 'object' || children === undefined) return false;
  if (children.length >= 3 && children.every(({ name }) => channels.has(name))) return true;
  return children.length > 0 && children.length <= 2 && children.some(isColour);
};

/** Colours of a theme. One beside other things may be what somebody chose. */
const isPalette = (children: readonly RawNode[]): boolean => {
  let colours = 0;
  for (const child of children) if (isColour(child)) colours++;
  return colours >= 4 && colours * 5 >= children.length * 4;
};

const looks =
  /(?:colou?r|background|foreground|shadow|radius|padding|margin|spacing|border|outline|font|weight|family|opacity|cursor|display|overflow|transition)s?$|^border/i;

/** `{ headerBackgroundColor, cellPadding, fontFamily, … }`: how things look, whatever is said of it. */
const isStyle = (children: readonly RawNode[]): boolean => {
  let styles = 0;
  for (const { name } of children) if (looks.test(name)) styles++;
  return styles >= 6 && styles * 5 >= children.length * 3;
};

/** What being such a table takes away from everything in it. */
export const tableCost = (node: RawNode): number => {
  const children = node.children;
  if (!children || children.length < 2) return 0;
  if (isMonotone(children)) return 40;
  if (isPool(node)) return 60;
  if (isCalendar(node) || isLocale(children) || isPalette(children) || isStyle(children)) return 70;
  const named = isConstantName(node.name);
  const { count, type, constants, echoes, spaced } = entriesOf(node);
  const read = children.length;
  if (echoes * 5 >= read * 3) return 70;
  if (
    isTwoWay(children) ||
    isManual(children) ||
    isModuleRegistry(children) ||
    isApiDocument(children) ||
    (node.kind !== 'list' && isManifest(children))
  )
    return 70;
  if (node.kind !== 'list' && count >= 8 && constants * 5 >= read * 4) return 65;
  if (node.kind === 'object' && isMetric(children)) return 45;
  if (type === undefined) return named && children.every((child) => child.kind === 'value') ? 20 : 0;
  if (named && count >= 3) return 65;
  if (node.kind !== 'list' && count >= 3 && constants === read) return 65;
  if (node.kind === 'list') {
    if (type === 'number' && isScale(children)) return 35;
    return count >= 20 && (type === 'number' || spaced === 0) ? 25 : 0;
  }
  if (count >= 40) return 65;
  if (type === 'number') return count >= 20 || isEnumeration(children) ? 35 : 0;
  if (type === 'string' && count >= 8 && spaced * 2 >= read) return 45;
  return type === 'string' && count >= 12 && spaced === 0 ? 35 : 0;
};
