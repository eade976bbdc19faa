import { cases, trees } from '../../secrets.json';

/** A name, a value, and whether that value must be cut out. */
export interface SecretCase {
  readonly name: string;
  readonly value: string | number | boolean | null;
  readonly cut: boolean;
}

/** The value of cases that name none. */
const some = 'Zq7-x9Kd-42mN';

const casesOf = (given: readonly unknown[], cut: boolean): SecretCase[] =>
  given.map((one) => {
    const [name, value] = typeof one === 'string' ? [one, some] : (one as [string, SecretCase['value']]);
    return { name, value, cut };
  });

/** The cases that hold for every language. */
export const secretCases: readonly SecretCase[] = cases.flatMap(({ cut, stay }) => [
  ...casesOf(cut, true),
  ...casesOf(stay, false),
]);

/** Values as applications hold them: texts that begin with `cut-` must be cut out, all the others must stay. */
export const secretTrees: readonly Readonly<Record<string, unknown>>[] = trees;

/** For programs that read no JSON: a line for each case, `cut` or `stay`, the type, the name and the value, told apart by tabs. */
export const secretCaseLines = (): string =>
  secretCases
    .map(({ name, value, cut }) => {
      const text = String(value).replace(/\n/g, '\\n');
      return [cut ? 'cut' : 'stay', value === null ? 'null' : typeof value, name, text].join('\t');
    })
    .join('\n');
