import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { client, type State, type VerifyResponse, wordsOf } from '../api.js';
import { showValue } from '../format.js';
import { completionsOf, wordAt } from '../keys.js';

/** A field for an expression: completes keys, and says whether it is true now. */

interface Props {
  readonly label: string;
  readonly state: State;
  readonly keys: readonly string[];
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly required?: boolean;
}

export const ExpressionInput = ({ label, state, keys, value, onInput, required = false }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [at, setAt] = useState(0);
  const [choice, setChoice] = useState(-1);
  const { word, from } = wordAt(value, at);
  const choices = useMemo(() => completionsOf(keys, word), [keys, word]);
  const [open, setOpen] = useState(false);
  const isOpen = open && choices.length > 0;
  const take = (key: string): void => {
    onInput(value.slice(0, from) + key + value.slice(at));
    setOpen(false);
    setChoice(-1);
    setAt(from + key.length);
    input.current?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!isOpen) return;
    if (event.key === 'ArrowDown') setChoice((choice + 1) % choices.length);
    else if (event.key === 'ArrowUp') setChoice((choice - 1 + choices.length) % choices.length);
    else if (event.key === 'Escape') setOpen(false);
    else if ((event.key === 'Enter' || event.key === 'Tab') && choice >= 0) take(choices[choice] as string);
    else return;
    event.preventDefault();
  };
  return (
    <div class="expression">
      <label>
        {label}
        <input
          ref={input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={list}
          aria-autocomplete="list"
          {...(isOpen && choice >= 0 ? { 'aria-activedescendant': `${list}-${choice}` } : {})}
          value={value}
          required={required}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => {
            onInput(event.currentTarget.value);
            setAt(event.currentTarget.selectionStart ?? 0);
            setChoice(-1);
            setOpen(true);
          }}
          onKeyDown={onKey}
          onBlur={() => setTimeout(() => setOpen(false), 150)}
        />
      </label>
      <div id={list} role="listbox" aria-label="Keys" hidden={!isOpen}>
        {choices.map((key, index) => (
          <div
            key={key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === choice}
            tabIndex={-1}
            onMouseDown={(event) => {
              event.preventDefault();
              take(key);
            }}
          >
            {key}
          </div>
        ))}
      </div>
      <Outcome state={state} expression={value} />
    </div>
  );
};

/** What the expression is now; asked again with each new capture. */
const Outcome = ({ state, expression }: { state: State; expression: string }) => {
  const [outcome, setOutcome] = useState<VerifyResponse | undefined>();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    if (expression.trim() === '') {
      setOutcome(undefined);
      setTrouble('');
      return;
    }
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setOutcome(await client.verify({ pid: state.pid, expression, timeout_ms: 100 }, { signal: control.signal }));
        setTrouble('');
      } catch (error) {
        if (!control.signal.aborted) setTrouble(wordsOf(error));
      }
    }, 250);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [expression, state.capture_id, state.pid]);
  if (expression.trim() === '') return null;
  return (
    <p role="status" class={`outcome ${trouble !== '' ? 'trouble' : outcome?.passed ? 'yes' : 'no'}`}>
      {trouble !== '' ? (
        trouble
      ) : outcome === undefined ? (
        '…'
      ) : (
        <>
          <strong>{outcome.passed ? 'true now' : 'not true now'}</strong> {outcome.explanation}{' '}
          <span class="quiet">value {showValue(outcome.computed_value)}</span>
        </>
      )}
    </p>
  );
};
