import { JsonEditor } from 'json-edit-react';
import { useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';

const documents = {
  programme: {
    station: {
      name: 'Radio Fjordlys',
      frequency: 98.3,
      transmitter: { site: 'Hestfjell', watts: 2500, backup: true },
    },
    shows: [
      { title: 'Morning tide', host: 'Ingrid Moe', start: '06:00', minutes: 120, live: true },
      { title: 'Deep crates', host: 'Oskar Lind', start: '21:30', minutes: 90, live: false },
      { title: 'Harbour news', host: 'Salma Aziz', start: '12:00', minutes: 15, live: true },
    ],
    sponsors: ['Kystbakeriet', 'Nordlys Bank'],
    licence: { holder: 'Fjordlys Media AS', expires: '2028-03-31' },
  },
  rights: {
    society: 'TONO',
    yearlyFee: 48200,
    reports: [
      { month: 'September', songs: 1932, sent: true },
      { month: 'October', songs: 2044, sent: false },
    ],
  },
};

const initial = { documents, open: 'programme', edits: [], locked: false, revision: 7, editor: 'Mette' };

const reduce = (state, action) => {
  switch (action.type) {
    case 'edit':
      return {
        ...state,
        documents: { ...state.documents, [state.open]: action.data },
        edits: [...state.edits, { document: state.open, path: action.path.join(' / '), to: String(action.to) }],
      };
    case 'open':
      return { ...state, open: action.name };
    case 'lock':
      return { ...state, locked: !state.locked };
    case 'publish':
      return { ...state, revision: state.revision + 1, edits: [] };
    default:
      return state;
  }
};

const Station = () => {
  const [state, dispatch] = useReducer(reduce, initial);
  const [remark, setRemark] = useState('');
  const [search, setSearch] = useState('');
  const shown = state.documents[state.open];
  return (
    <main>
      <h1>Fjordlys documents</h1>
      <nav>
        {Object.keys(state.documents).map((name) => (
          <button type="button" key={name} aria-pressed={name === state.open} onClick={() => dispatch({ type: 'open', name })}>
            {name}
          </button>
        ))}
        <label>
          Search <input value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
      </nav>
      <aside className="side">
        <p>
          Revision <b>{state.revision}</b>, {state.edits.length} unpublished, at work: {state.editor}
        </p>
        <label>
          <input type="checkbox" checked={state.locked} onChange={() => dispatch({ type: 'lock' })} /> Locked
        </label>
        <p>
          <label>
            Remark <input value={remark} onChange={(event) => setRemark(event.target.value)} />
          </label>
        </p>
        <button type="button" onClick={() => dispatch({ type: 'publish' })}>
          Publish
        </button>
        <ol>
          {state.edits.map((one) => (
            <li key={`${one.path} ${one.to}`}>
              {one.path}: {one.to}
            </li>
          ))}
        </ol>
      </aside>
      <JsonEditor
        data={shown}
        rootName={state.open}
        searchText={search}
        restrictEdit={state.locked}
        restrictDelete={state.locked}
        restrictAdd={state.locked}
        setData={() => undefined}
        onUpdate={({ newData, newValue, path }) => dispatch({ type: 'edit', data: newData, path, to: newValue })}
      />
    </main>
  );
};

createRoot(document.getElementById('app')).render(<Station />);
