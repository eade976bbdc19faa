const { useReducer, useState, useContext, createContext, useMemo } = React;
const { DragDropContext, Droppable, Draggable } = ReactBeautifulDnd;
const html = htm.bind(React.createElement);

const initialBoard = {
  columns: [
    { id: 'waiting', title: 'Waiting', limit: 5, cardIds: ['violin', 'cello'] },
    { id: 'bench', title: 'On the bench', limit: 2, cardIds: ['guitar'] },
    { id: 'done', title: 'Ready', limit: 9, cardIds: ['zither'] },
  ],
  cards: {
    violin: { id: 'violin', instrument: 'Violin', fault: 'Open seam', owner: 'Frau Lang', hours: 3, paid: false },
    cello: { id: 'cello', instrument: 'Cello', fault: 'Broken peg', owner: 'City orchestra', hours: 1.5, paid: true },
    guitar: { id: 'guitar', instrument: 'Guitar', fault: 'New frets', owner: 'Ben Okoye', hours: 6, paid: false },
    zither: { id: 'zither', instrument: 'Zither', fault: 'Strings', owner: 'Alpine club', hours: 2, paid: true },
  },
};

const without = (ids, id) => ids.filter((one) => one !== id);

function boardReducer(board, action) {
  switch (action.type) {
    case 'moved':
      return {
        ...board,
        columns: board.columns.map((column) => {
          const cardIds = without(column.cardIds, action.cardId);
          if (column.id === action.to) cardIds.splice(action.index, 0, action.cardId);
          return { ...column, cardIds };
        }),
      };
    case 'added': {
      const card = { id: `card-${Object.keys(board.cards).length}`, fault: '', owner: '', hours: 1, paid: false, ...action.card };
      return {
        columns: board.columns.map((column) =>
          column.id === 'waiting' ? { ...column, cardIds: [...column.cardIds, card.id] } : column,
        ),
        cards: { ...board.cards, [card.id]: card },
      };
    }
    case 'paid':
      return { ...board, cards: { ...board.cards, [action.cardId]: { ...board.cards[action.cardId], paid: action.paid } } };
    default:
      return board;
  }
}

const Workshop = createContext({ name: 'Saitenwerk', openUntil: '18:30', hourlyRate: 62 });

function Card({ card, index, onPaid }) {
  return html`<${Draggable} draggableId=${card.id} index=${index}>
    ${(provided) => html`
      <div className="card" ref=${provided.innerRef} ...${provided.draggableProps} ...${provided.dragHandleProps}>
        <b>${card.instrument}</b> ${card.fault}, ${card.owner}
        <label>
          <input type="checkbox" checked=${card.paid} onChange=${(event) => onPaid(card.id, event.target.checked)} />
          ${card.instrument} is paid
        </label>
      </div>
    `}
  <//>`;
}

function Column({ column, cards, onPaid }) {
  return html`<${Droppable} droppableId=${column.id}>
    ${(provided) => html`
      <section className="column" ref=${provided.innerRef} ...${provided.droppableProps}>
        <h2>${column.title} (${cards.length}/${column.limit})</h2>
        ${cards.map((card, index) => html`<${Card} key=${card.id} card=${card} index=${index} onPaid=${onPaid} />`)}
        ${provided.placeholder}
      </section>
    `}
  <//>`;
}

function NewCard({ onAdd }) {
  const [instrument, setInstrument] = useState('');
  const submit = (event) => {
    event.preventDefault();
    onAdd({ instrument });
    setInstrument('');
  };
  return html`<form onSubmit=${submit}>
    <input placeholder="Instrument" value=${instrument} onChange=${(event) => setInstrument(event.target.value)} />
    <button>Add card</button>
  </form>`;
}

function Board() {
  const workshop = useContext(Workshop);
  const [board, dispatch] = useReducer(boardReducer, initialBoard);
  const [owner, setOwner] = useState('all');
  const hoursLeft = useMemo(
    () =>
      board.columns
        .filter(({ id }) => id !== 'done')
        .flatMap(({ cardIds }) => cardIds)
        .reduce((sum, id) => sum + board.cards[id].hours, 0),
    [board],
  );
  const onDragEnd = ({ draggableId, destination }) => {
    if (destination) dispatch({ type: 'moved', cardId: draggableId, to: destination.droppableId, index: destination.index });
  };
  const onPaid = (cardId, paid) => dispatch({ type: 'paid', cardId, paid });
  const owners = [...new Set(Object.values(board.cards).map((card) => card.owner))];
  return html`
    <h1>${workshop.name}</h1>
    <p>Open until ${workshop.openUntil}, ${hoursLeft} hours of work left</p>
    <label>
      Owner
      <select value=${owner} onChange=${(event) => setOwner(event.target.value)}>
        <option>all</option>
        ${owners.map((one) => html`<option key=${one}>${one}</option>`)}
      </select>
    </label>
    <${NewCard} onAdd=${(card) => dispatch({ type: 'added', card })} />
    <${DragDropContext} onDragEnd=${onDragEnd}>
      <div className="columns">
        ${board.columns.map(
          (column) => html`
            <${Column}
              key=${column.id}
              column=${column}
              cards=${column.cardIds.map((id) => board.cards[id]).filter((card) => owner === 'all' || card.owner === owner)}
              onPaid=${onPaid}
            />
          `,
        )}
      </div>
    <//>
  `;
}

ReactDOM.createRoot(document.getElementById('root')).render(html`<${Board} />`);
