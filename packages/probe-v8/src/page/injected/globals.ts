import type { Finder, Lore } from '../rooms/parts.js';
import type { RoomKit } from '../rooms/room.js';
import type { Methods } from './methods.js';
import type { Statics } from './statics.js';

/**
 * Globals of the page: whatever a blank page of this browser does not have. The isolated world, which sees the same browser and
 * none of the page's globals, tells which those are.
 */
export function createGlobals(
  kit: RoomKit & {
    builtin: ReadonlySet<string>;
    lexical: () => readonly [string, unknown][];
    methods: Methods;
    statics: Statics;
    lore: Lore;
  },
): Finder {
  const { values, collector, holders } = kit;
  const { own, names } = values;
  const libraries =
    /^(_|moment|dayjs|d3|THREE|Prism|hljs|axios|io|Popper|bootstrap|gsap|webpack\w*|__webpack\w*|parcelRequire\w*|define|require|requirejs|module|exports|process|global|Buffer|regeneratorRuntime|core|dataLayer|ga|gtag|google\w*|fbq|_gaq|hj|Sentry|__SENTRY__|__core-js_shared__|MathJax|YT|ace|monaco|CodeMirror|tinymce|CKEDITOR)$|^__(vite|core)|^(webkit|on)[A-Z]?|^devtoolsFormatters|DevTools/;

  const worth = (value: unknown): boolean => {
    if (typeof value === 'object' && value !== null) return true;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  };
  /** A library's namespace: mostly functions, or such namespaces. */
  const isCode = (value: object, deeper: number): boolean => {
    const keys = names(value).slice(0, deeper > 0 ? 200 : 40);
    const functions = keys.filter((key) => {
      const held = own(value, key);
      if (typeof held === 'function') return true;
      return deeper > 0 && typeof held === 'object' && held !== null && !Array.isArray(held) && isCode(held, deeper - 1);
    });
    return functions.length > 5 && functions.length * 2 > keys.length;
  };
  /** What a library put on the function that it is called by, as if that were an object. */
  const faces = new WeakMap<object, Record<string, unknown>>();
  const faceOf = (fn: object): object | undefined => {
    // `names` asks no proxy.
    const keys = names(fn).length < 6 ? [] : Object.keys(fn);
    if (keys.length < 6) return undefined;
    const face: Record<string, unknown> = faces.get(fn) ?? {};
    for (const key of keys.slice(0, 400)) face[key] = own(fn, key);
    faces.set(fn, face);
    return face;
  };
  const variable = (word: string): unknown =>
    kit.builtin.has(word) ? undefined : (own(globalThis, word) ?? kit.lexical().find(([name]) => name === word)?.[1]);
  const add = (key: string, value: unknown): void => {
    if (libraries.test(key) || kit.lore.globals.test(key) || /^\d+$|^[0-9a-f]{16,}$/.test(key)) return;
    // Two underscores are how libraries keep out of the way; what a server hands to its page says so.
    if (/^__/.test(key) && !/state|data|store|nuxt|app|config|props|initial/i.test(key)) return;
    if (typeof value === 'function') {
      kit.methods.declared(`global:${key}()`, key, value, variable);
      const face = faceOf(value);
      const kept = kit.statics.of(value);
      if (kept) kit.methods.facade(key, value, value);
      const told = kept ?? (face && kit.methods.facade(key, face, value) ? face : undefined);
      if (told) collector.place({ address: `global:${key}`, name: key, source: 'global', value: told });
      return;
    }
    if (!worth(value) || holders.adopt(value, key)) return;
    if (typeof value === 'object' && value !== null) {
      const kind = Object.prototype.toString.call(value);
      if (
        kind === '[object Module]' ||
        (kind !== '[object Object]' && kind !== '[object Array]' && kind !== '[object Map]' && kind !== '[object Set]')
      )
        return;
      if (!Array.isArray(value) && isCode(value, 1)) {
        kit.methods.facade(key, value, value);
        if (values.hidden.fieldsOf(value).length === 0) return;
      }
    }
    collector.place({ address: `global:${key}`, name: key, source: 'global', value });
  };

  /** To ask for every name is a thousand names of the browser's; what hides from enumeration is looked for only now and then. */
  const clock = performance;
  let hidden: string[] = [];
  let looked = Number.NEGATIVE_INFINITY;
  const namesNow = (): string[] => {
    const shown = Object.keys(globalThis).filter((key) => !kit.builtin.has(key));
    if (clock.now() - looked > 10_000) {
      looked = clock.now();
      const seen = new Set(shown);
      hidden = Object.getOwnPropertyNames(globalThis).filter((key) => !kit.builtin.has(key) && !seen.has(key));
    }
    return [...shown, ...hidden];
  };

  return {
    find() {
      for (const key of namesNow()) add(key, own(globalThis, key));
      for (const [key, value] of kit.lexical()) add(key, value);
    },
  };
}
