/**
 * One cycle at a time, shared by all who ask before it begins. A call that comes while a cycle runs waits for the next one: what it gets was read after it
 * asked, which is what makes a read fresh.
 */
export interface SingleFlight<T> {
  /** `weight` is the highest that any of the sharers asked for. */
  request(weight?: number): Promise<T>;
  readonly busy: boolean;
}

interface Flight<T> {
  weight: number;
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that come in the same turn of the event loop share a cycle; those that come while one is under way share the next. */
export const createSingleFlight = <T>({ run }: { run: (weight: number) => Promise<T> }): SingleFlight<T> => {
  let next: Flight<T> | undefined;
  let flying = false;

  const pump = async (): Promise<void> => {
    flying = true;
    while (next !== undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      const flight = next;
      next = undefined;
      try {
        flight.resolve(await run(flight.weight));
      } catch (error) {
        flight.reject(error);
      }
    }
    flying = false;
  };

  return {
    request(weight = 0) {
      next ??= newFlight<T>();
      next.weight = Math.max(next.weight, weight);
      const { promise } = next;
      if (!flying) void pump();
      return promise;
    },
    get busy() {
      return flying;
    },
  };
};

const newFlight = <T>(): Flight<T> => {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Every sharer may have left; the failure is told in the status all the same.
  promise.catch(() => {});
  return { weight: 0, promise, resolve, reject };
};
