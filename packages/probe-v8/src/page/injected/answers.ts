/**
 * What accessors answer that stand in the place of data: a framework that is to hear of every change puts a pair of them, one that reads and one that
 * writes, where a field was. They are code of the page, so they are asked by way of the engine, which ends a call that would change anything; here it is
 * noted whom to ask, and what each answered.
 */
export interface Answers {
  of(target: object, name: PropertyKey): unknown;
  /** Notes an accessor that was come upon. */
  note(target: object, name: string, accessor: PropertyDescriptor): void;
  /** How many there are, and how many of them were come upon since `begin`. */
  counts(): { observed: number; unasked: number };
  /** Begins to ask those that there are. */
  begin(): number;
  /** Asks some of them: nothing of ours changes by it. */
  ask(from: number, to: number): unknown[];
  /** What those answered; nothing where one of them would have changed something. */
  tell(from: number, answers?: readonly unknown[]): void;
  end(): void;
}

export function createAnswers(): Answers {
  const most = 2000;
  /** As often one written alike is tried that was never answered by one. */
  const mostTrials = 4;
  const known = new WeakMap<object, Map<PropertyKey, unknown>>();
  /** Kept weakly: reading must not keep alive what the page lets go. */
  interface Noted {
    readonly ref: WeakRef<object>;
    readonly name: string;
    readonly source: string;
    /** It would have changed something: it is not asked again. */
    isMute: boolean;
  }
  let noted: Noted[] = [];
  let asked: { readonly target: object; readonly one: Noted }[] = [];
  let unasked = 0;
  const trials = new Map<string, number>();
  const { toString: source } = Function.prototype;

  return {
    of: (target, name) => known.get(target)?.get(name),
    note(target, name, { get, set }) {
      if (!get || !set || noted.length >= most || known.get(target)?.has(name)) return;
      const text = source.call(get).slice(0, 200);
      if ((trials.get(text) ?? 0) >= mostTrials) return;
      known.set(target, (known.get(target) ?? new Map<PropertyKey, unknown>()).set(name, undefined));
      noted.push({ ref: new WeakRef(target), name, source: text, isMute: false });
      unasked++;
    },
    counts: () => ({ observed: noted.length, unasked }),
    begin() {
      noted = noted.filter(({ ref, source, isMute }) => !isMute && ref.deref() && (trials.get(source) ?? 0) < mostTrials);
      asked = noted.map((one) => ({ one, target: one.ref.deref() as object }));
      unasked = 0;
      return asked.length;
    },
    ask(from, to) {
      const answers: unknown[] = [];
      for (let i = from; i < to; i++) {
        const { target, one } = asked[i] as { target: Record<string, unknown>; one: Noted };
        answers.push(target[one.name]);
      }
      return answers;
    },
    tell(from, answers) {
      for (let i = 0; i < (answers?.length ?? 1); i++) {
        const { target, one } = asked[from + i] as (typeof asked)[number];
        known.get(target)?.set(one.name, answers?.[i]);
        one.isMute = !answers;
        trials.set(one.source, answers ? Number.NEGATIVE_INFINITY : (trials.get(one.source) ?? 0) + 1);
      }
    },
    end() {
      asked = [];
    },
  };
}
