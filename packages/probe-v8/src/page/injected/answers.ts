/**
 * What accessors answer that stand in the place of data: a framework that is to hear of every change puts a pair of them, one that reads and one that
 * writes, where a field was. And what functions answer that an object has for being asked, where it keeps its state to itself: `getZoom`, `isPaused`. Both are
 * code of the page, so they are asked by way of the engine, which ends a call that would change anything; here it is noted whom to ask, and what each answered.
 */
export interface Answers {
  of(target: object, name: PropertyKey): unknown;
  /** Notes an accessor that was come upon. */
  note(target: object, name: string, accessor: PropertyDescriptor): void;
  /** The names under which `of` has what the functions of an object answer that are there for being asked, and what they ask for. */
  asking(target: object, names: readonly string[]): readonly (readonly [of: string, about: string])[];
  /** How many there are, and how many of them were come upon since `begin`. */
  counts(): { observed: number; unasked: number };
  /** Begins to ask those that there are. */
  begin(): number;
  /** Asks some of them, for as long as nobody feels it: nothing of ours changes by it. */
  ask(from: number, to: number): unknown[];
  /** What those answered, whose number it returns; nothing where one of them would have changed something, or was `late`. */
  tell(from: number, late: boolean, answers?: readonly unknown[]): number;
  end(): void;
}

export function createAnswers(): Answers {
  const most = 2000;
  /** As often one written alike is tried that was never answered by one. */
  const mostTrials = 4;
  /** As often one is late in a row, on a machine that may be busy. */
  const mostLate = 3;
  const askedMs = 4;
  const { now } = Date;
  const known = new WeakMap<object, Map<PropertyKey, unknown>>();
  /** Kept weakly: reading must not keep alive what the page lets go. */
  interface Noted {
    readonly ref: WeakRef<object>;
    readonly name: string;
    readonly source: string;
    readonly isCall: boolean;
    /** It would have changed something, or is always late: it is not asked again. */
    isMute: boolean;
    late: number;
  }
  let noted: Noted[] = [];
  let asked: { readonly target: object; readonly one: Noted }[] = [];
  let unasked = 0;
  const trials = new Map<string, number>();
  const { toString: source } = Function.prototype;
  const questions = new WeakMap<object, readonly (readonly [string, string])[]>();
  const mostQuestions = 120;
  let left = mostQuestions;
  /** Who goes through many things, or is long, does more than to answer. */
  const isBrief = (text: string): boolean =>
    text.length < 1000 && !/\b(for|while|do)\b/.test(text) && text.split(/=>|\bfunction\b/).length <= 2;

  const add = (target: object, of: string, source: string, isCall: boolean): void => {
    known.set(target, (known.get(target) ?? new Map<PropertyKey, unknown>()).set(of, undefined));
    noted.push({ ref: new WeakRef(target), name: of.replace(/\(\)$/, ''), source, isCall, isMute: false, late: 0 });
    unasked++;
  };

  return {
    of: (target, name) => known.get(target)?.get(name),
    note(target, name, { get, set }) {
      if (!get || !set || noted.length >= most || known.get(target)?.has(name)) return;
      const text = source.call(get).slice(0, 200);
      if ((trials.get(text) ?? 0) < mostTrials) add(target, name, text, false);
    },
    asking(target, names) {
      const before = questions.get(target);
      if (before) return before;
      const found = names.flatMap((name): [string, string][] => {
        const [, verb, about] = /^(get|is|has|can)([A-Z]\w+)$/.exec(name) ?? [];
        const fn: unknown = verb === undefined ? undefined : Object.getOwnPropertyDescriptor(target, name)?.value;
        // Who asks whether something is so names nothing more; what is to be got may be narrowed down.
        if (typeof fn !== 'function' || about === undefined) return [];
        if (Number(Object.getOwnPropertyDescriptor(fn, 'length')?.value) > (verb === 'get' ? 1 : 0)) return [];
        if (!isBrief(source.call(fn))) return [];
        const said = /^(has|can)$/.test(verb as string) ? name : `${about.charAt(0).toLowerCase()}${about.slice(1)}`;
        return [[`${name}()`, said]];
      });
      const some = found.slice(0, left);
      left -= some.length;
      for (const [of] of some) add(target, of, of, true);
      questions.set(target, some);
      return some;
    },
    counts: () => ({ observed: noted.length, unasked }),
    begin() {
      noted = noted.filter(({ ref, source, isMute }) => !isMute && ref.deref() && (trials.get(source) ?? 0) < mostTrials);
      asked = noted.map((one) => ({ one, target: one.ref.deref() as object }));
      unasked = 0;
      // What is asked for goes by that name: where the page has one of its own, it is asked for nothing.
      return '$_' in globalThis ? 0 : asked.length;
    },
    ask(from, to) {
      const answers: unknown[] = [];
      const ends = now() + askedMs;
      for (let i = from; i < to && (i === from || now() < ends); i++) {
        const { target, one } = asked[i] as { target: Record<string, (() => unknown) | undefined>; one: Noted };
        try {
          answers.push(one.isCall ? target[one.name]?.() : target[one.name]);
        } catch {
          // It can't be asked as the page is now.
          answers.push(undefined);
        }
      }
      return answers;
    },
    tell(from, late, answers) {
      const count = answers?.length ?? 1;
      for (let i = 0; i < count; i++) {
        const { target, one } = asked[from + i] as (typeof asked)[number];
        one.late = late ? one.late + 1 : 0;
        if (!late) {
          known.get(target)?.set(one.isCall ? `${one.name}()` : one.name, answers?.[i]);
          if (!one.isCall) trials.set(one.source, answers ? Number.NEGATIVE_INFINITY : (trials.get(one.source) ?? 0) + 1);
        }
        one.isMute = late ? one.late >= mostLate : !answers;
      }
      return count;
    },
    end() {
      asked = [];
    },
  };
}
