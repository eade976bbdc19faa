import { createMemo, createSignal, For, Show } from 'solid-js';
import html from 'solid-js/html';
import { createStore, produce } from 'solid-js/store';
import { render } from 'solid-js/web';

const createBudget = () => {
  const [state, setState] = createStore({
    household: 'Falkenstrasse 12',
    month: '2026-11',
    income: 3120,
    envelopes: [
      { id: 'groceries', title: 'Groceries', planned: 480, icon: '🥕' },
      { id: 'travel', title: 'Car and trains', planned: 260, icon: '🚲' },
      { id: 'rent', title: 'Rent', planned: 1340, icon: '🏠' },
      { id: 'fun', title: 'Going out', planned: 150, icon: '🎭' },
    ],
    entries: [
      { envelope: 'groceries', what: 'Weekly market', amount: 62.4, payer: 'Lotte', cleared: true },
      { envelope: 'groceries', what: 'Corner shop', amount: 18.95, payer: 'Emre', cleared: false },
      { envelope: 'rent', what: 'November rent', amount: 1340, payer: 'Emre', cleared: true },
      { envelope: 'fun', what: 'Two cinema tickets', amount: 27, payer: 'Lotte', cleared: true },
    ],
  });
  const spent = createMemo(() => state.entries.reduce((sum, { amount }) => sum + amount, 0));
  const remaining = createMemo(() => state.income - spent());
  return {
    state,
    spent,
    remaining,
    add: (entry) => setState('entries', state.entries.length, entry),
    plan: (id, planned) => setState('envelopes', (one) => one.id === id, 'planned', planned),
    clear: (what) =>
      setState(
        'entries',
        (one) => one.what === what,
        produce((one) => {
          one.cleared = true;
        }),
      ),
  };
};

const Envelopes = (props) => html`
  <section>
    <${For} each=${() => props.budget.state.envelopes}>${(envelope) => html`
      <button class="envelope" onClick=${() => props.onOpen(envelope.id)}>
        ${envelope.icon} ${envelope.title}: ${() => envelope.planned} €
      </button>`}<//>
  </section>`;

const Entries = (props) => {
  const entries = createMemo(() => props.budget.state.entries.filter((one) => one.envelope === props.open));
  return html`
    <ul class="entries">
      <${For} each=${entries}>${(entry) => html`
        <li>
          ${entry.what}: ${entry.amount.toFixed(2)} € (${entry.payer})
          <${Show} when=${() => !entry.cleared}><button onClick=${() => props.budget.clear(entry.what)}>Mark as cleared</button><//>
        </li>`}<//>
    </ul>`;
};

const App = () => {
  const budget = createBudget();
  const [open, setOpen] = createSignal('rent');
  const [draft, setDraft] = createStore({ what: '', amount: 0, payer: 'Lotte' });
  const [strict, setStrict] = createSignal(false);
  const save = (event) => {
    event.preventDefault();
    budget.add({ envelope: open(), ...draft, cleared: false });
    setDraft({ what: '', amount: 0 });
  };
  return html`
    <h1>Budget of ${budget.state.household}</h1>
    <p>Remaining: <output>${() => budget.remaining().toFixed(2)}</output> €</p>
    <label><input type="checkbox" checked=${strict} onChange=${(event) => setStrict(event.target.checked)} /> Warn when an envelope is empty</label>
    <${Envelopes} budget=${budget} onOpen=${setOpen} />
    <${Entries} budget=${budget} open=${open} />
    <form onSubmit=${save}>
      <label>What for <input value=${() => draft.what} onInput=${(event) => setDraft('what', event.target.value)} /></label>
      <label>Amount <input type="number" value=${() => draft.amount} onInput=${(event) => setDraft('amount', Number(event.target.value))} /></label>
      <label>Paid by
        <select onChange=${(event) => setDraft('payer', event.target.value)}><option>Lotte</option><option>Emre</option></select>
      </label>
      <button>Save entry</button>
    </form>`;
};

render(() => html`<${App} />`, document.getElementById('budget'));
