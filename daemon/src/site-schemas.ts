import { onlyConfirmed } from '@substrate/semantic';
import type { SchemaCell, SchemaShelf } from './schema-shelf.js';

/**
 * The schemas that one application is named by: its own, and where it shows the pages of many, one for each site. What the application as a
 * whole is known from, so that the next attach finds it again, stays with its own.
 */
export interface SiteSchemas {
  readonly own: SchemaCell;
  /** The schema that names what is shown of a site; the application's own for none. */
  at(site: string | undefined): Promise<SchemaCell>;
  /** What the application is known from now, whichever site showed it. */
  note(cell: SchemaCell): void;
  release(): void;
}

/** Sites whose schemas are kept in memory. */
const mostOpen = 8;

export const openSiteSchemas = async (shelf: SchemaShelf, program: string): Promise<SiteSchemas> => {
  const own = await shelf.open(program);
  const open = new Map<string, Promise<SchemaCell>>();
  let released = false;

  const begin = async (site: string): Promise<SchemaCell> => {
    const cell = await shelf.open(program, site);
    // Names given before each site had its own belong to nobody: what people confirmed is taken along.
    if (cell.current === undefined && own.current !== undefined && own.current.corrections.length > 0)
      cell.replace(onlyConfirmed(own.current));
    return cell;
  };

  return {
    own,
    async at(site) {
      if (site === undefined) return own;
      const found = open.get(site) ?? begin(site);
      open.delete(site);
      open.set(site, found);
      for (const [other, cell] of open) {
        if (open.size <= mostOpen) break;
        open.delete(other);
        void cell.then((one) => one.release());
      }
      return found;
    },
    note(cell) {
      const known = cell.current?.known;
      if (cell === own || known === undefined || released) return;
      const { current } = own;
      if (current !== undefined && JSON.stringify(current.known) === JSON.stringify(known) && !hasNames(current)) return;
      own.replace({ ...onlyConfirmed(current), known });
    },
    release() {
      released = true;
      own.release();
      for (const cell of open.values()) void cell.then((one) => one.release());
      open.clear();
    },
  };
};

const hasNames = ({ keys }: { readonly keys: Readonly<Record<string, { readonly confirmed?: true }>> }): boolean =>
  Object.values(keys).some(({ confirmed }) => !confirmed);
