import { useId, useMemo, useState } from 'preact/hooks';
import { type ActionResponse, type ActionSchema, client, codeOf, type State, wordsOf } from '../api.js';
import { gateWords, percent, reversibilityWords, showValue } from '../format.js';
import { ExpressionInput } from './expression-input.js';

/** What can be done: a form for each action, tried first without doing anything. */
export const Actions = ({ state, keys }: { state: State; keys: readonly string[] }) => {
  const [words, setWords] = useState('');
  const names = Object.keys(state.actions);
  const shown = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return names.filter((name) =>
      wanted.every((word) => `${name} ${state.actions[name]?.description}`.toLowerCase().includes(word)),
    );
  }, [words, names.join()]);
  return (
    <div class="actions">
      <label class="search">
        <span class="hidden">Search actions</span>
        <input
          type="search"
          placeholder={`Search ${names.length} actions`}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <ul class="deeds">
        {shown.map((name) => (
          <Deed key={name} name={name} schema={state.actions[name] as ActionSchema} state={state} keys={keys} />
        ))}
      </ul>
      {shown.length === 0 && (
        <p class="quiet pad">
          {names.length === 0 ? 'Nothing was found that could be done in it.' : 'No action has these words.'}
        </p>
      )}
    </div>
  );
};

interface DeedProps {
  name: string;
  schema: ActionSchema;
  state: State;
  keys: readonly string[];
}

/** One action. Its form is made when somebody opens it: there may be hundreds. */
const Deed = (props: DeedProps) => {
  const { name, schema } = props;
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
        <summary>
          <span class="part">{name}</span>
          <span class="about">{schema.description}</span>
          <span class={`tier ${schema.reversibility}`}>{reversibilityWords[schema.reversibility]}</span>
        </summary>
        {wasOpen && <ActionForm {...props} />}
      </details>
    </li>
  );
};

/** The text of a field as the type that the parameter has; undefined when it was left empty. */
const typed = (text: FormDataEntryValue | null, type: string): unknown => {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  if (type === 'number') return Number(text);
  if (type === 'array' || type === 'object') return JSON.parse(text);
  return text;
};

type Parameter = ActionSchema['parameters'][number];

const Field = ({ id, parameter: { name, type_name: type, required } }: { id: string; parameter: Parameter }) =>
  type === 'number' ? (
    <input id={id} name={name} type="number" step="any" required={required} />
  ) : (
    <input id={id} name={name} required={required} placeholder={type === 'string' ? '' : `${type} as JSON`} autocomplete="off" />
  );

type Told = { readonly response: ActionResponse } | { readonly refused: string; readonly opens: string | undefined };

const ActionForm = ({ name, schema, state, keys }: DeedProps) => {
  const id = useId();
  const [verify, setVerify] = useState('');
  const [told, setTold] = useState<Told | undefined>();
  const [busy, setBusy] = useState(false);
  const run = async (request: () => Parameters<typeof client.action>[0]): Promise<void> => {
    setBusy(true);
    try {
      setTold({ response: await client.action(request()) });
    } catch (error) {
      const response = (error as { action?: ActionResponse }).action;
      setTold(response === undefined ? { refused: wordsOf(error), opens: gateWords[codeOf(error)] } : { response });
    }
    setBusy(false);
  };
  const send = (form: HTMLFormElement, dry: boolean): Promise<void> =>
    run(() => {
      const data = new FormData(form);
      const parameters: Record<string, unknown> = {};
      for (const parameter of schema.parameters) {
        const value = typed(data.get(parameter.name), parameter.type_name);
        if (value !== undefined) parameters[parameter.name] = value;
      }
      return {
        pid: state.pid,
        action: name,
        parameters,
        ...(verify.trim() !== '' && { verify_expression: verify }),
        ...(dry && { dry_run: true }),
      };
    });
  const takeBack = (undo: NonNullable<ActionResponse['undo']>): void => void run(() => ({ pid: state.pid, ...undo }));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const dry = (event.submitter as HTMLButtonElement | null)?.value === 'dry';
    void send(event.currentTarget as HTMLFormElement, dry);
  };
  return (
    <form class="action" onSubmit={submit}>
      <p class="quiet">
        <code>{schema.signature}</code> · {percent(schema.confidence)} sure that it is the right method ·{' '}
        {reversibilityNotes[schema.reversibility]}
      </p>
      {schema.parameters.map((parameter) => (
        <div class="field" key={parameter.name}>
          <label htmlFor={`${id}-${parameter.name}`}>
            {parameter.name}
            {parameter.required ? '' : ' (optional)'}
          </label>
          {parameter.type_name === 'boolean' ? (
            <select id={`${id}-${parameter.name}`} name={parameter.name} required={parameter.required}>
              <option value="" />
              <option value="true">true</option>
              <option value="false">false</option>
            </select>
          ) : (
            <Field id={`${id}-${parameter.name}`} parameter={parameter} />
          )}
          {parameter.description !== undefined && <small>{parameter.description}</small>}
        </div>
      ))}
      <ExpressionInput label="What must be true afterwards" state={state} keys={keys} value={verify} onInput={setVerify} />
      <p class="row-of-buttons">
        <button type="submit" value="dry" disabled={busy}>
          Try without doing it
        </button>
        <button type="submit" value="do" class="strong" disabled={busy}>
          Do it
        </button>
      </p>
      <div role="status">{told !== undefined && <Outcome told={told} takeBack={takeBack} />}</div>
    </form>
  );
};

const reversibilityNotes: Readonly<Record<string, string>> = {
  reversible_read: 'it changes nothing',
  reversible_write: 'it changes something, and there is a way back',
  irreversible_write: 'there is no way back, so it must be said what has to be true afterwards',
};

const Outcome = ({ told, takeBack }: { told: Told; takeBack: (undo: NonNullable<ActionResponse['undo']>) => void }) => {
  if ('refused' in told)
    return (
      <p class="trouble">
        Refused: {told.refused} {told.opens !== undefined && <span class="opens">{told.opens}</span>}
      </p>
    );
  const { success, executed, message, verification, state_delta: delta, undo } = told.response;
  return (
    <>
      <p class={success ? 'yes' : 'trouble'}>
        <strong>{success ? (executed ? 'Done.' : 'It would be done.') : executed ? 'It ran, but' : 'Not done:'}</strong> {message}
      </p>
      {verification !== null && <p>{verification.explanation}</p>}
      {delta !== null && Object.keys(delta).length > 0 && (
        <ul class="delta">
          {Object.entries(delta).map(([key, { before, after }]) => (
            <li key={key}>
              <span class="part">{key}</span> <del>{showValue(before)}</del> <ins>{showValue(after)}</ins>
            </li>
          ))}
        </ul>
      )}
      {undo !== null && (
        <p>
          <button type="button" onClick={() => takeBack(undo)}>
            Take it back
          </button>{' '}
          <span class="quiet">
            with <code>{undo.action}</code>, for ten minutes
          </span>
        </p>
      )}
    </>
  );
};
