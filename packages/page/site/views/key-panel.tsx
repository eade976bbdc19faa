import { useState } from 'preact/hooks';
import { client, type State, wordsOf } from '../api.js';
import { showValue } from '../format.js';
import { lineOf } from '../history.js';
import { asExpression } from '../keys.js';
import type { Following } from '../store.js';
import { Copy } from './copy.js';

/** One key: what it holds, how to ask for it, and its name, which a person may correct. */
export const KeyPanel = (props: { name: string; following: Following; state: State; close: () => void }) => {
  const { name, following, state, close } = props;
  const value = state.objects[name];
  const points = following.history.points.get(name);
  return (
    <aside class="panel" aria-label={`Key ${name}`}>
      <div class="head">
        <h3>{name}</h3>
        <button type="button" class="small" onClick={close}>
          Close
        </button>
      </div>
      <pre class={value === '[redacted]' ? 'redacted' : ''}>
        {value === '[redacted]' ? 'A secret: it was cut out inside the application.' : showValue(value)}
      </pre>
      {points !== undefined && points.length > 1 && (
        <svg class="plot large" viewBox="0 0 240 60" role="img" aria-label={`The last ${points.length} values`}>
          <polyline points={lineOf(points, 240, 60)} />
        </svg>
      )}
      <p class="row-of-buttons">
        <Copy text={name}>Copy key</Copy>
        <Copy text={asExpression(name, value)}>Copy as expression</Copy>
      </p>
      <Rename name={name} state={state} />
    </aside>
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
