import type { Base, Hidden } from './kit.js';

/**
 * Fields that are no plain properties: those under symbols, and the private ones that compilers keep in a WeakMap beside the class
 * (`_Server_options`, or one letter when the code was minified too). Looking into a WeakMap needs its key, so the ones that scopes
 * hold are remembered, weakly, and every kind of object is tried on them once. Closed.
 */
export const createHidden = (kit: Base): Hidden => {
  const mostMaps = 600;

  // Bookkeeping of the platform, and symbols that the language knows.
  const dull =
    /^(Symbol\.|nodejs\.|kCapture$|shapeMode$|kResourceStore$|resource_symbol$|owner_symbol$|kEvents$|kHybridDispatch|kEnhanceStackBeforeInspector)|async_id|^$/;
  const names = new Map<symbol, string | undefined>();
  const symbolName: Hidden['symbolName'] = (symbol) => {
    if (names.has(symbol)) return names.get(symbol);
    if (names.size > 5000) names.clear();
    const text = symbol.description ?? '';
    const last = text.replace(/^.*[.:/](?=[\w$-]+$)/, '');
    const name = dull.test(text) ? undefined : last.replace(/^k([A-Z])/, (_, first: string) => first.toLowerCase());
    names.set(symbol, name);
    return name;
  };

  let maps: { readonly name: string; readonly ref: WeakRef<WeakMap<object, unknown>> }[] = [];
  let noted = new WeakSet<object>();
  let kinds = new WeakMap<object, { readonly known: number; readonly maps: typeof maps }>();
  const noteHidden: Hidden['noteHidden'] = (name, value) => {
    if (!kit.isWeakMap(value) || noted.has(value) || maps.length >= mostMaps || !/^_|^[\w$]{1,2}$/.test(name)) return false;
    noted.add(value);
    maps.push({ name, ref: new WeakRef(value) });
    return true;
  };
  const mapsOf = (value: object): typeof maps => {
    const prototype = maps.length === 0 ? null : kit.prototypeOf(value);
    if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) return [];
    const known = kinds.get(prototype);
    if (known && known.known === maps.length) return known.maps;
    const found = maps.filter(({ ref }) => {
      const map = ref.deref();
      return map !== undefined && kit.hasField(map, value);
    });
    kinds.set(prototype, { known: maps.length, maps: found });
    return found;
  };

  const hidden: Hidden['hidden'] = (value) =>
    mapsOf(value).map(({ name, ref }) => {
      const map = ref.deref();
      return [name, map === undefined ? undefined : kit.fieldIn(map, value)] as const;
    });
  const hiddenFields: Hidden['hiddenFields'] = (value) =>
    hidden(value).flatMap(([name, child]) => {
      const plain = kit.fieldName(name);
      // A letter says nothing of a number; what it leads to may speak for itself.
      return kit.isTelling(plain) || (child !== null && typeof child === 'object') ? [[plain, child] as const] : [];
    });

  const forgetHidden: Hidden['forgetHidden'] = () => {
    maps = [];
    noted = new WeakSet();
    kinds = new WeakMap();
  };

  return { symbolName, noteHidden, hidden, hiddenFields, forgetHidden };
};
