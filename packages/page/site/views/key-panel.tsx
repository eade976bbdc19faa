import { useEffect, useState } from 'preact/hooks';
import { client, type State, type Why, wordsOf } from '../api.js';
import { percent, showValue } from '../format.js';
import { lineOf } from '../history.js';
import { asExpression, type Value } from '../keys.js';
import type { Following } from '../store.js';
import { Copy } from './copy.js';

/** One key: what it holds, how to ask for it, why it is called so, and its name, which a person may correct. */
export const KeyPanel = (props: { name: string; following: Following; state: State; close: () => void }) => {
  const { name, following, state, close } = props;
  const told = useValue(name, state);
  const points = following.history.points.get(name);
  return (
    <aside class="panel" aria-label={`Key ${name}`}>
      <div class="head">
        <h3>{name}</h3>
        <button type="button" class="small" onClick={close}>
          Close
        </button>
      </div>
      <pre class={told === '[redacted]' ? 'redacted' : ''}>
        {told === '[redacted]' ? 'A secret: it was cut out inside the application.' : showValue(told)}
      </pre>
      {points !== undefined && points.length > 1 && (
        <figure>
          <svg
            class="plot large"
            viewBox="0 0 240 60"
            preserveAspectRatio="none"
            role="img"
            aria-label={`The last ${points.length} values`}
          >
            <polyline points={lineOf(points, 240, 60)} />
          </svg>
          <figcaption class="quiet">
            {Math.min(...points)} to {Math.max(...points)} in the last {points.length} changes
          </figcaption>
        </figure>
      )}
      <p class="row-of-buttons">
        <Copy text={name}>Copy key</Copy>
        <Copy text={asExpression(name, told)}>Copy as expression</Copy>
      </p>
      <Reasons name={name} pid={state.pid} version={state.schema_version} />
      <Rename name={name} state={state} />
    </aside>
  );
};

/** What a key holds; one that is read and not served is asked for, with each capture. */
const useValue = (name: string, state: State): Value | undefined => {
  const isServed = Object.hasOwn(state.objects, name);
  const [read, setRead] = useState<Value | undefined>();
  useEffect(() => {
    if (isServed) return;
    const control = new AbortController();
    client.state(state.pid, { keys: [name], include: ['objects'], signal: control.signal }).then(
      ({ objects }) => setRead(objects[name]),
      () => {},
    );
    return () => control.abort();
  }, [name, state.pid, isServed, isServed ? '' : state.capture_id]);
  return isServed ? state.objects[name] : read;
};

/** So many of the reasons say most of it. */
const mostReasons = 6;

const Reasons = ({ name, pid, version }: { name: string; pid: number; version: string }) => {
  const [told, setTold] = useState<Why | undefined>();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    const control = new AbortController();
    client.why(pid, name, { signal: control.signal }).then(
      (answer) => {
        setTold(answer);
        setTrouble('');
      },
      (error) => {
        if (!control.signal.aborted) setTrouble(wordsOf(error));
      },
    );
    return () => control.abort();
  }, [pid, name, version]);
  if (trouble !== '') return <p class="quiet">{trouble}</p>;
  if (told === undefined) return <p class="quiet">Looking why …</p>;
  const widest = Math.max(...told.reasons.map(({ share }) => Math.abs(share)), 0.1);
  return (
    <section class="why" aria-label="Why">
      <h4>Why it is called so</h4>
      <p>{told.name.explanation}</p>
      <p class="quiet">
        <code>{told.name.spelled}</code> in the program · {percent(told.name.confidence)} sure of the name
      </p>
      <h4>{told.rank === null ? 'Why it is not served' : `Why it is number ${told.rank}`}</h4>
      <p>{told.explanation}</p>
      <ul>
        {told.reasons.slice(0, mostReasons).map(({ feature, share, explanation }) => (
          <li key={feature}>
            <span class="hidden">{share > 0 ? 'Speaks for it: ' : 'Speaks against it: '}</span>
            <span class="weight" aria-hidden="true">
              <span class={share > 0 ? 'for' : 'against'} style={{ width: `${(Math.abs(share) / widest) * 100}%` }} />
            </span>
            {explanation}
          </li>
        ))}
      </ul>
    </section>
  );
};

const Rename = ({ name, state }: { name: string; state: State }) => {
  const [answer, setAnswer] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const label = String(new FormData(event.currentTarget as HTMLFormElement).get('label') ?? '').trim();
    const value = state.objects[name];
    const type = value === null || value === undefined ? 'string' : (typeof value as 'string' | 'number' | 'boolean');
    try {
      const { accepted, message, rejections } = await client.learn(state.pid, {
        capture_id: state.capture_id,
        schema_version: state.schema_version,
        corrections: [{ observed_key: name, correct_label: label, correct_type: type }],
      });
      setAnswer(accepted === 1 ? `It is called ${label} from the next reading on.` : `${message} ${rejections[0]?.reason ?? ''}`);
    } catch (error) {
      setAnswer(wordsOf(error));
    }
  };
  return (
    <form class="rename" onSubmit={submit}>
      <label>
        A better name
        <input name="label" defaultValue={name} spellcheck={false} autocomplete="off" required />
      </label>
      <button type="submit">Rename</button>
      <p role="status">{answer}</p>
    </form>
  );
};
