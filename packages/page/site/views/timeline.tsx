import { useEffect, useState } from 'preact/hooks';
import { client, type Timeline as Told, wordsOf } from '../api.js';
import { plural, showValue, timeOf } from '../format.js';

/** Captures and actions as they came, and the difference between any two captures that the daemon holds. */

const mostShown = 200;
const everyMs = 1500;

export const Timeline = ({ pid }: { pid: number }) => {
  const told = useTimeline(pid);
  const [pair, setPair] = useState<readonly string[]>([]);
  const [most, setMost] = useState(mostShown);
  const pick = (id: string): void => setPair(pair.includes(id) ? pair.filter((one) => one !== id) : [...pair, id].slice(-2));
  if (told === undefined) return <p class="quiet pad">Reading …</p>;
  const entries = [
    ...told.captures.map((held) => ({ at: held.at, held, deed: undefined })),
    ...told.actions.map((deed) => ({ at: deed.at, held: undefined, deed })),
  ].sort((x, y) => (x.at < y.at ? 1 : -1));
  // Captures are UUIDs of version 7: their order as text is their order in time.
  const [since, until] = [...pair].sort();
  return (
    <div class="timeline">
      {since !== undefined && until !== undefined ? (
        <Difference pid={pid} since={since} until={until} timeAt={(id) => timeAt(told, id)} />
      ) : (
        <p class="quiet pad">
          {plural(told.captures.length, 'different state')} held by the daemon. Choose two to see what is different between them.
        </p>
      )}
      <ol>
        {entries.slice(0, most).map(({ at, held, deed }) =>
          held !== undefined ? (
            <li key={held.capture_id}>
              <label>
                <input type="checkbox" checked={pair.includes(held.capture_id)} onChange={() => pick(held.capture_id)} />
                <time dateTime={at}>{timeOf(at)}</time>
                {held.changed === null ? 'the oldest that is held' : `${plural(held.changed, 'key')} changed`}
              </label>
              <span class="part quiet">{held.keys.join(', ')}</span>
            </li>
          ) : (
            <li key={deed?.action_id} class="deed">
              <time dateTime={at}>{timeOf(at)}</time>
              <span>
                <strong class="part">{deed?.action}</strong> by {deed?.key}: {deed?.code ?? eventWords[deed?.event ?? 'finished']}
              </span>
            </li>
          ),
        )}
      </ol>
      {entries.length > most && (
        <p class="pad">
          <button type="button" onClick={() => setMost(most + mostShown)}>
            Show older
          </button>
        </p>
      )}
    </div>
  );
};

const eventWords: Readonly<Record<Told['actions'][number]['event'], string>> = {
  dry_run: 'tried, not done',
  replayed: 'answered again',
  finished: 'done',
  refused: 'refused',
  dispatched: 'running',
};

const timeAt = ({ captures }: Told, id: string): string => {
  const at = captures.find(({ capture_id }) => capture_id === id)?.at;
  return at === undefined ? '' : timeOf(at);
};

/** Asked again as long as it is looked at: what was refused makes no capture. */
const useTimeline = (pid: number): Told | undefined => {
  const [told, setTold] = useState<Told | undefined>();
  useEffect(() => {
    const control = new AbortController();
    const ask = (): Promise<void> => client.timeline(pid, { signal: control.signal }).then(setTold, () => {});
    void ask();
    const timer = setInterval(ask, everyMs);
    return () => {
      clearInterval(timer);
      control.abort();
    };
  }, [pid]);
  return told;
};

type Compared = Awaited<ReturnType<typeof client.diff>>;

const Difference = (props: { pid: number; since: string; until: string; timeAt: (id: string) => string }) => {
  const { pid, since, until, timeAt } = props;
  const [found, setFound] = useState<Compared | undefined>();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    const control = new AbortController();
    setFound(undefined);
    client.diff(pid, since, { until, signal: control.signal }).then(
      (answer) => {
        setFound(answer);
        setTrouble('');
      },
      (error) => {
        if (!control.signal.aborted) setTrouble(wordsOf(error));
      },
    );
    return () => control.abort();
  }, [pid, since, until]);
  const lines = found && [
    ...found.changed.map(({ path, before, after }) => ({ path, before, after })),
    ...found.added.map(({ path, value }) => ({ path, before: undefined, after: value })),
    ...found.removed.map(({ path, value }) => ({ path, before: value, after: undefined })),
  ];
  return (
    <section aria-label="Difference">
      <h3>
        {timeAt(since)} to {timeAt(until)}
      </h3>
      {trouble !== '' && (
        <p role="alert" class="trouble">
          {trouble}
        </p>
      )}
      {lines?.length === 0 && <p class="quiet">Nothing differs.</p>}
      <ul class="delta">
        {lines?.slice(0, 500).map(({ path, before, after }) => (
          <li key={path}>
            <span class="part">{path}</span> {before !== undefined && <del>{showValue(before)}</del>}{' '}
            {after !== undefined && <ins>{showValue(after)}</ins>}
          </li>
        ))}
      </ul>
    </section>
  );
};
