/** A board of notes: React with hooks, a Zustand store and TanStack Query. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { create } from 'zustand';

const useNotes = create((set) => ({
  notes: [{ id: 1, text: 'Water the plants', pinned: true }],
  archivedCount: 4,
  addNote: (text) => set((state) => ({ notes: [...state.notes, { id: state.notes.length + 1, text, pinned: false }] })),
  togglePin: (id) =>
    set((state) => ({ notes: state.notes.map((note) => (note.id === id ? { ...note, pinned: !note.pinned } : note)) })),
}));

const PlanContext = createContext(null);
PlanContext.displayName = 'PlanContext';

const Weather = () => {
  const { data } = useQuery({
    queryKey: ['weather', 'Lisbon'],
    queryFn: async () => ({ city: 'Lisbon', degrees: 21, humidity: 0.6 }),
  });
  return <p className="weather">{data ? `Weather: ${data.degrees} degrees in ${data.city}` : 'Loading'}</p>;
};

const Composer = () => {
  const [draft, setDraft] = useState('');
  const [urgent, setUrgent] = useState(false);
  const addNote = useNotes((state) => state.addNote);
  return (
    <section>
      <h2>Compose</h2>
      <p>
        <input aria-label="New note" value={draft} onChange={(event) => setDraft(event.target.value)} />
        <label>
          <input type="checkbox" name="urgent" checked={urgent} onChange={(event) => setUrgent(event.target.checked)} /> Urgent
        </label>
        <button
          type="button"
          onClick={() => {
            addNote(draft);
            setDraft('');
          }}
        >
          Add note
        </button>
      </p>
    </section>
  );
};

const Board = () => {
  const notes = useNotes((state) => state.notes);
  const togglePin = useNotes((state) => state.togglePin);
  const plan = useContext(PlanContext);
  return (
    <ul className="notes" aria-label="Notes">
      {notes.map((note) => (
        <li key={note.id} className={note.pinned ? 'note pinned' : 'note'}>
          <span className="text">{note.text}</span>{' '}
          <button type="button" aria-pressed={note.pinned} onClick={() => togglePin(note.id)}>
            Pin
          </button>
        </li>
      ))}
      {notes.length > plan.limit && <li>Upgrade to keep more notes.</li>}
    </ul>
  );
};

createRoot(document.getElementById('app')).render(
  <QueryClientProvider client={new QueryClient()}>
    <PlanContext.Provider value={{ plan: 'free', limit: 5, renews: '2027-01-01' }}>
      <h1>Notes</h1>
      <Weather />
      <Composer />
      <Board />
    </PlanContext.Provider>
  </QueryClientProvider>,
);
