/** Text for people. Whatever comes from an application is cleaned: it must not be able to steer the terminal. */

export const clean = (text: string): string =>
  text.replace(/\p{Cc}|\p{Cf}/gu, (mark) =>
    mark === '\n' || mark === '\t' ? ' ' : `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`,
  );

export const show = (value: unknown): string => (value === undefined ? '-' : clean(JSON.stringify(value)));

/** The width of the terminal, or none when the output goes elsewhere: then nothing is cut. */
export const widthOf = (stream: NodeJS.WritableStream): number | undefined => {
  const { isTTY, columns } = stream as { isTTY?: boolean; columns?: number };
  return isTTY ? columns : undefined;
};

/** Columns as wide as what they hold, two spaces apart. Lines are cut at the width, if there is one. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[], width?: number): string => {
  const all = [head, ...rows.map((row) => row.map(clean))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => cellsOf(row[column] ?? ''))));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] as number) - cellsOf(cell))));
    return cut(cells.join('  ').trimEnd(), width);
  };
  return `${all.map(line).join('\n')}\n`;
};

export const cut = (text: string, width: number | undefined): string => {
  if (width === undefined || cellsOf(text) <= width) return text;
  let kept = '';
  let cells = 0;
  for (const { segment } of graphemes.segment(text)) {
    cells += widthOfGrapheme(segment);
    if (cells > Math.max(1, width - 1)) break;
    kept += segment;
  }
  return `${kept}…`;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many cells of a terminal a text takes: two for what East Asian typography sets wide and for emoji, none for a mark alone. */
export const cellsOf = (text: string): number => {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of graphemes.segment(text)) cells += widthOfGrapheme(segment);
  return cells;
};

/** The blocks that are wide or full-width throughout (UAX #11), and what is drawn as an emoji by itself or by the selector after it. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2}|[\u1100-\u115F\u2E80-\u303E\u3041-\u3247\u3250-\u4DBF\u4E00-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DF2}\u{1AFF0}-\u{1B2FB}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}])/u;

const widthOfGrapheme = (grapheme: string): number => (wide.test(grapheme) ? 2 : /^\p{M}+$/u.test(grapheme) ? 0 : 1);
