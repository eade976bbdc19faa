import { useState } from 'preact/hooks';
import { showValue, timeOf } from '../format.js';
import { differenceOf } from '../history.js';
import type { Following } from '../store.js';
import { useTimeline } from './use-timeline.js';

/** Captures and actions as they came, and the difference between any two captures. */
export const Timeline = ({ following }: { following: Following }) => {
  const { moments } = following.history;
  const actions = useTimeline(following.pid, moments[0]?.captureId);
  const [pair, setPair] = useState<readonly string[]>([]);
  const pick = (id: string): void => setPair(pair.includes(id) ? pair.filter((one) => one !== id) : [...pair, id].slice(-2));
  const [a, b] = [...pair].sort().map((id) => moments.find(({ captureId }) => captureId === id));
  const entries = [
    ...moments.map((moment) => ({ at: moment.at, moment, action: undefined })),
    ...actions.map((action) => ({ at: action.at, moment: undefined, action })),
  ].sort((x, y) => (x.at < y.at ? 1 : -1));
  return (
    <div class="timeline">
      {a !== undefined && b !== undefined && (
        <section aria-label="Difference">
          <h3>
            {timeOf(a.at)} to {timeOf(b.at)}
          </h3>
          <ul>
            {differenceOf(a.objects, b.objects).map(({ key, before, after }) => (
              <li key={key}>
                <span class="part">{key}</span> <del>{showValue(before)}</del> <ins>{showValue(after)}</ins>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p class="quiet pad">Choose two captures to see what is different between them.</p>
      <ol>
        {entries.map(({ at, moment, action }) =>
          moment !== undefined ? (
            <li key={moment.captureId}>
              <label>
                <input type="checkbox" checked={pair.includes(moment.captureId)} onChange={() => pick(moment.captureId)} />
                <time dateTime={at}>{timeOf(at)}</time>
                {moment.changed.length === 1 ? ' 1 key' : ` ${moment.changed.length} keys`}
              </label>
              <span class="quiet">{moment.changed.slice(0, 4).join(', ')}</span>
            </li>
          ) : (
            <li key={action?.id} class="deed">
              <time dateTime={at}>{timeOf(at)}</time> <strong>{action?.action}</strong> by {action?.who}: {action?.outcome}
            </li>
          ),
        )}
      </ol>
    </div>
  );
};
