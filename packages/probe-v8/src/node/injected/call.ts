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

  const call: Calls['call'] = (target, scopes) => {
    const [first = '', ...rest] = target.path;
    let receiver: unknown;
    let found: unknown;
    if (target.instance !== undefined) {
      receiver = kit.only(target.instance);
      found = kit.follow(receiver, [first]);
    } else if (first === 'exports' && target.file !== undefined) {
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
    try {
      const value = Reflect.apply(found as Fn, receiver, args);
      const isThenable = typeof value === 'object' && typeof kit.follow(value, ['^then']) === 'function';
      if (!isThenable && !kit.isPromise(value)) return done(name, value, target.budget);
      const ticket = ++tickets;
      pending.set(
        ticket,
        Promise.resolve(value).then(
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
