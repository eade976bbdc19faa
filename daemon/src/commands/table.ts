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
  const widths = head.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] as number) - [...cell].length)));
    return cut(cells.join('  ').trimEnd(), width);
  };
  return `${all.map(line).join('\n')}\n`;
};

export const cut = (text: string, width: number | undefined): string => {
  const marks = [...text];
  return width === undefined || marks.length <= width ? text : `${marks.slice(0, Math.max(1, width - 1)).join('')}…`;
};
