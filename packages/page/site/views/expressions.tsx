import { useState } from 'preact/hooks';
import type { State } from '../api.js';
import { Copy } from './copy.js';
import { ExpressionInput } from './expression-input.js';

/** A bench for expressions: type, and see what it is now and whether it would pass. */
export const Expressions = ({ state, keys }: { state: State; keys: readonly string[] }) => {
  const [text, setText] = useState('');
  return (
    <div class="pad bench">
      <ExpressionInput label="Expression" state={state} keys={keys} value={text} onInput={setText} />
      <p class="quiet">
        Keys stand for themselves; <code>&&</code>, <code>||</code>, comparisons, <code>some</code>, <code>every</code>,{' '}
        <code>filter</code>, <code>includes</code> and <code>context</code> are there. It is evaluated by the daemon, on fresh
        values when it is not true at once.
      </p>
      {text !== '' && <Copy text={text}>Copy expression</Copy>}
    </div>
  );
};
