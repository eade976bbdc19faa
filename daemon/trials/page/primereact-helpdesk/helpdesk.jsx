import 'primereact/resources/themes/lara-light-blue/theme.css';
import 'primeicons/primeicons.css';
import { Button } from 'primereact/button';
import { Column } from 'primereact/column';
import { DataTable } from 'primereact/datatable';
import { Dropdown } from 'primereact/dropdown';
import { InputNumber } from 'primereact/inputnumber';
import { InputSwitch } from 'primereact/inputswitch';
import { InputText } from 'primereact/inputtext';
import { InputTextarea } from 'primereact/inputtextarea';
import { SelectButton } from 'primereact/selectbutton';
import { Tag } from 'primereact/tag';
import { createRoot } from 'react-dom/client';
import { create } from 'zustand';

const callers = {
  k1: { name: 'Ottilie Brandt', flat: '4B', phone: '555-0142' },
  k2: { name: 'Samir Haddad', flat: '2A', phone: '555-0199' },
  k3: { name: 'Wilma de Groot', flat: '7C', phone: '555-0107' },
};

const useDesk = create((set, get) => ({
  tickets: [
    { id: 7301, subject: 'Boiler drips', caller: 'k1', status: 'open', urgent: false, hours: 2, fitter: 'Jonas', answers: [] },
    { id: 7302, subject: 'Lift stands still', caller: 'k3', status: 'open', urgent: false, hours: 3, fitter: null, answers: [] },
    {
      id: 7305,
      subject: 'Window will not shut',
      caller: 'k2',
      status: 'waiting',
      urgent: false,
      hours: 1,
      fitter: 'Pilar',
      answers: ['Glass is ordered'],
    },
    {
      id: 7306,
      subject: 'Smell of gas',
      caller: 'k2',
      status: 'closed',
      urgent: true,
      hours: 4,
      fitter: 'Jonas',
      answers: ['Valve replaced', 'Checked again'],
    },
    { id: 7310, subject: 'Key broke off', caller: 'k1', status: 'open', urgent: true, hours: 1, fitter: 'Noor', answers: [] },
  ],
  filter: 'all',
  search: '',
  chosen: 7301,
  draft: '',
  choose: (id) => set({ chosen: id, draft: '' }),
  show: (filter) => set({ filter }),
  look: (search) => set({ search }),
  write: (draft) => set({ draft }),
  change: (changes) =>
    set(({ tickets, chosen }) => ({ tickets: tickets.map((one) => (one.id === chosen ? { ...one, ...changes } : one)) })),
  send: () => {
    const { tickets, chosen, draft, change } = get();
    if (draft === '') return;
    change({ answers: [...tickets.find(({ id }) => id === chosen).answers, draft], status: 'waiting' });
    set({ draft: '' });
  },
}));

const severities = { open: 'warning', waiting: 'info', closed: 'success' };

const Tickets = () => {
  const { tickets, filter, search, chosen, choose, show, look } = useDesk();
  const shown = tickets.filter(
    (one) => (filter === 'all' || one.status === filter) && one.subject.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <section className="list">
      <SelectButton
        value={filter}
        options={['all', 'open', 'waiting', 'closed']}
        allowEmpty={false}
        onChange={(e) => show(e.value)}
      />
      <InputText placeholder="Search" aria-label="Search" value={search} onChange={(e) => look(e.target.value)} />
      <DataTable
        value={shown}
        dataKey="id"
        selectionMode="single"
        selection={shown.find(({ id }) => id === chosen)}
        onSelectionChange={(e) => e.value && choose(e.value.id)}
      >
        <Column field="id" header="No." sortable />
        <Column field="subject" header="Subject" sortable />
        <Column header="Caller" body={(one) => callers[one.caller].name} />
        <Column header="Status" body={(one) => <Tag value={one.status} severity={severities[one.status]} />} />
        <Column field="hours" header="Hours" sortable />
      </DataTable>
      <p className="sum">{shown.reduce((sum, one) => sum + one.hours, 0)} hours planned</p>
    </section>
  );
};

const Detail = () => {
  const { tickets, chosen, draft, change, write, send } = useDesk();
  const ticket = tickets.find(({ id }) => id === chosen);
  const caller = callers[ticket.caller];
  return (
    <section className="detail">
      <h2>{ticket.subject}</h2>
      <p>
        {caller.name}, flat {caller.flat}, {caller.phone}
      </p>
      <div className="field">
        <label htmlFor="fitter">Fitter</label>
        <Dropdown
          inputId="fitter"
          value={ticket.fitter}
          options={['Jonas', 'Pilar', 'Noor']}
          placeholder="Nobody yet"
          onChange={(e) => change({ fitter: e.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="hours">Planned hours</label>
        <InputNumber inputId="hours" value={ticket.hours} min={0} max={40} onValueChange={(e) => change({ hours: e.value })} />
      </div>
      <div className="field">
        <label htmlFor="urgent">Urgent</label>
        <InputSwitch inputId="urgent" checked={ticket.urgent} onChange={(e) => change({ urgent: e.value })} />
      </div>
      <ul>
        {ticket.answers.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div className="field">
        <label htmlFor="answer">Answer</label>
        <InputTextarea id="answer" rows={3} value={draft} onChange={(e) => write(e.target.value)} />
        <small className="letters">{draft.length} letters</small>
      </div>
      <Button label="Send" icon="pi pi-send" onClick={send} />
      <Button label="Close ticket" severity="secondary" onClick={() => change({ status: 'closed' })} />
    </section>
  );
};

createRoot(document.getElementById('app')).render(
  <>
    <h1>Repairs desk</h1>
    <main>
      <Tickets />
      <Detail />
    </main>
  </>,
);
