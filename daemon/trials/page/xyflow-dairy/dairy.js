const { createElement: h, useCallback, useMemo, useState } = window.React;
const { addEdge, Background, Controls, Handle, ReactFlow, useEdgesState, useNodesState } = window.ReactFlow;

const stages = [
  {
    id: 'intake',
    type: 'stage',
    position: { x: 0, y: 120 },
    data: { title: 'Milk intake', litres: 5200, running: true, temperature: 4 },
  },
  {
    id: 'heat',
    type: 'stage',
    position: { x: 220, y: 40 },
    data: { title: 'Pasteuriser', litres: 1800, running: true, temperature: 72 },
  },
  {
    id: 'vat',
    type: 'stage',
    position: { x: 440, y: 40 },
    data: { title: 'Cheese vat', litres: 1450, running: true, temperature: 32 },
  },
  {
    id: 'brine',
    type: 'stage',
    position: { x: 660, y: 40 },
    data: { title: 'Brine bath', litres: 600, running: true, temperature: 13 },
  },
  {
    id: 'whey',
    type: 'stage',
    position: { x: 660, y: 220 },
    data: { title: 'Whey tank', litres: 940, running: false, temperature: 8 },
  },
];
const pipes = [
  { id: 'intake-heat', source: 'intake', target: 'heat', label: '40 l/min' },
  { id: 'heat-vat', source: 'heat', target: 'vat', label: '28 l/min', animated: true },
  { id: 'vat-brine', source: 'vat', target: 'brine' },
  { id: 'vat-whey', source: 'vat', target: 'whey', label: 'drain' },
];

/** A click that does not choose what it is on. */
const inside = (act) => (event) => {
  event.stopPropagation();
  act();
};

const Dairy = () => {
  const [nodes, setNodes, onNodesChange] = useNodesState(stages);
  const [edges, setEdges, onEdgesChange] = useEdgesState(pipes);
  const [batch, setBatch] = useState('Gouda 311');
  const [alarm, setAlarm] = useState(null);
  const change = useCallback(
    (id, some) => setNodes((all) => all.map((one) => (one.id === id ? { ...one, data: { ...one.data, ...some } } : one))),
    [setNodes],
  );
  const stop = useCallback(
    (id) => {
      change(id, { running: false });
      setAlarm(`${id} was stopped`);
    },
    [change],
  );
  const Stage = useMemo(
    () =>
      ({ id, data }) =>
        h(
          'div',
          { className: 'stage' },
          h(Handle, { type: 'target', position: 'left' }),
          h('b', null, data.title),
          h('p', null, `${data.litres} l, ${data.temperature} °C`),
          data.running
            ? h('button', { onClick: inside(() => stop(id)) }, 'Stop')
            : h('button', { onClick: inside(() => change(id, { running: true })) }, 'Start'),
          h(Handle, { type: 'source', position: 'right' }),
        ),
    [stop, change],
  );
  const chosen = nodes.find(({ selected }) => selected);
  const connect = useCallback((pipe) => setEdges((all) => addEdge(pipe, all)), [setEdges]);
  return h(
    window.React.Fragment,
    null,
    h('h1', null, 'Dairy line'),
    h('label', null, 'Batch ', h('input', { value: batch, onChange: (event) => setBatch(event.target.value) })),
    h('p', { role: 'alert' }, alarm ?? 'No alarm'),
    h(
      'div',
      { style: { height: 420 } },
      h(
        ReactFlow,
        {
          nodes,
          edges,
          onNodesChange,
          onEdgesChange,
          onConnect: connect,
          nodeTypes: useMemo(() => ({ stage: Stage }), [Stage]),
          defaultViewport: { x: 60, y: 40, zoom: 0.9 },
        },
        h(Background),
        h(Controls),
      ),
    ),
    chosen &&
      h(
        'section',
        null,
        h('h2', null, chosen.data.title),
        h(
          'label',
          null,
          'Target temperature ',
          h('input', {
            type: 'number',
            value: chosen.data.temperature,
            onChange: (event) => change(chosen.id, { temperature: Number(event.target.value) }),
          }),
        ),
      ),
  );
};

window.ReactDOM.createRoot(document.getElementById('root')).render(h(Dairy));
