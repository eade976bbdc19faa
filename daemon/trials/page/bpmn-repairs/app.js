import diagram from './repairs.bpmn.js';

const $ = (id) => document.getElementById(id);
const modeler = new BpmnJS({ container: '#canvas' });
await modeler.importXML(diagram);

const canvas = modeler.get('canvas');
const commands = modeler.get('commandStack');
const modeling = modeler.get('modeling');
let selected = null;

const show = () => {
  $('nothing').hidden = selected !== null;
  $('fields').hidden = selected === null;
  if (selected === null) return;
  const { name, $type, documentation } = selected.businessObject;
  $('kind').textContent = $type.replace('bpmn:', '');
  $('element-name').value = name ?? '';
  $('element-notes').value = documentation?.[0]?.text ?? '';
};

const count = () => {
  const steps = modeler
    .get('elementRegistry')
    .filter((element) => element.type !== 'label' && element.businessObject.$instanceOf('bpmn:FlowNode'));
  $('steps').textContent = `${steps.length} steps`;
};

modeler.on('selection.changed', ({ newSelection }) => {
  selected = newSelection[0] ?? null;
  show();
});
modeler.on('commandStack.changed', () => {
  $('undo').disabled = !commands.canUndo();
  $('redo').disabled = !commands.canRedo();
  $('saved').textContent = commands.canUndo() ? 'not saved' : 'saved';
  count();
  show();
});

$('element-name').addEventListener('change', (event) => modeling.updateProperties(selected, { name: event.target.value }));
$('element-notes').addEventListener('change', (event) => {
  const text = modeler.get('bpmnFactory').create('bpmn:Documentation', { text: event.target.value });
  modeling.updateProperties(selected, { documentation: [text] });
});
$('delete').addEventListener('click', () => modeling.removeElements([selected]));
$('undo').addEventListener('click', () => commands.undo());
$('redo').addEventListener('click', () => commands.redo());
$('zoom-in').addEventListener('click', () => modeler.get('zoomScroll').stepZoom(1));
$('fit').addEventListener('click', () => canvas.zoom('fit-viewport'));

canvas.zoom(1);
count();
$('saved').textContent = 'saved';
