import type { Base, CallOutcome, Calls, Crawling, Fn, Instances, Seeds, Walking } from './kit.js';

/** Calls a function of the application with plain values, and waits for what it promises. Closed. */
export const createCalls = (kit: Base & Walking & Crawling & Seeds & Instances): Calls => {
  const pending = new Map<number, Promise<CallOutcome>>();
  let tickets = 0;

  const messageOf = (error: unknown): string => {
    const name = kit.typeName(Object(error));
    const message = kit.slot(error, 'message');
    const said = typeof message === 'string' ? message : undefined;
    if (said !== undefined) return `${name === undefined ? '' : `${name}: `}${kit.isSecretText(said) ? '[redacted]' : said}`;
    if (typeof error === 'object' && error !== null) return 'The function threw an object without a message.';
    return kit.isSecretText(String(error)) ? '[redacted]' : String(error);
  };
  /** What a function gives back is what it is called for: `getPassword` gives a password. */
  const done = (name: string, value: unknown, budget: Parameters<Walking['walk']>[2]): CallOutcome => {
    const spent = { nodes: 0, bytes: 0, objects: 0, cut: 0, failed: 0 };
    return { state: 'done', value: kit.walk(name, value, budget, spent) ?? null };
  };

  /** Who takes a function to call may keep it for long: of a job that was put into a queue, until it is done. */
  const answerMs = 1000;
  const unanswered = (value: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      setTimeout(() => resolve(value), answerMs).unref();
    });

  const call: Calls['call'] = (target, scopes) => {
    const [first = '', ...rest] = target.path;
    let receiver: unknown;
    let found: unknown;
    if (target.instance !== undefined) {
      receiver = kit.chosen.get(target.instance)?.deref();
      found = kit.follow(target.within === undefined ? receiver : kit.chosen.get(target.within)?.deref(), [first]);
    } else if (target.hop !== undefined) found = kit.hops.get(target.hop)?.deref();
    else if (first === 'exports' && target.file !== undefined) {
      found = kit.start(`module:${target.file}`);
    } else found = kit.slot(scopes?.[target.index]?.object, first);
    for (const step of rest) {
      receiver = found;
      found = kit.follow(found, [step]);
    }
    if (typeof found !== 'function') return { state: 'missing' };
    const name = target.path.at(-1) ?? '';
    const given = target.args.map((argument) => argument.length > 0);
    const args = target.args.slice(0, given.lastIndexOf(true) + 1).map((argument) => argument[0]);
    if (target.line && typeof args[0] === 'string') args[0] = `${args[0]}\n`;
    const answered =
      target.callback === undefined
        ? undefined
        : new Promise<unknown>((resolve, reject) => {
            args[target.callback as number] = (first: unknown, value: unknown) => {
              // Most say what went wrong first; some have nothing to say but a value.
              if (typeof kit.follow(first, ['message']) === 'string' && value === undefined) reject(first);
              else resolve(value ?? first);
            };
          });
    // Nobody may be there to hear a refusal: then it is none that the process has to die of.
    answered?.catch(() => undefined);
    try {
      const value = Reflect.apply(found as Fn, receiver, args);
      const isThenable = typeof value === 'object' && typeof kit.follow(value, ['^then']) === 'function';
      const isPromised = isThenable || kit.isPromise(value);
      if (!isPromised && !answered) return done(name, value, target.budget);
      const ends = [isPromised ? Promise.resolve(value) : unanswered(value), ...(answered ? [answered] : [])];
      const ticket = ++tickets;
      pending.set(
        ticket,
        Promise.race(ends).then(
          (settled) => done(name, settled, target.budget),
          (error: unknown) => ({ state: 'threw' as const, message: messageOf(error) }),
        ),
      );
      return { state: 'pending', ticket };
    } catch (error) {
      return { state: 'threw', message: messageOf(error) };
    }
  };

  const settled: Calls['settled'] = async (ticket) => {
    const outcome = await (pending.get(ticket) ?? Promise.resolve<CallOutcome>({ state: 'missing' }));
    pending.delete(ticket);
    return outcome;
  };

  return { call, settled };
};
