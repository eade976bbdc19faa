const { go } = globalThis;

const ponies = [
  { key: 1, name: 'Duchess', born: 2001, coat: 'bay', hands: 12.2, stable: 'Upper yard' },
  { key: 2, parent: 1, name: 'Thistle', born: 2008, coat: 'grey', hands: 11.3, stable: 'Upper yard' },
  { key: 3, parent: 1, name: 'Bramble', born: 2011, coat: 'chestnut', hands: 12.1, stable: 'Mill field' },
  { key: 4, parent: 2, name: 'Sorrel', born: 2017, coat: 'roan', hands: 11.1, stable: 'Mill field' },
  { key: 5, parent: 3, name: 'Juniper', born: 2019, coat: 'dun', hands: 12.3, stable: 'Far paddock' },
];

const text = (property, font) =>
  new go.TextBlock({ font, margin: 3, editable: property === 'name' }).bindTwoWay('text', property);
const diagram = new go.Diagram('tree', {
  layout: new go.TreeLayout({ angle: 90, layerSpacing: 45 }),
  'undoManager.isEnabled': true,
  maxSelectionCount: 1,
  'animationManager.isEnabled': false,
});
diagram.nodeTemplate = new go.Node('Auto').add(
  new go.Shape('RoundedRectangle', { fill: '#f4ecd8' }),
  new go.Panel('Vertical').add(
    text('name', 'bold 13px sans-serif'),
    text('coat', '11px sans-serif'),
    text('stable', '11px sans-serif'),
  ),
);
diagram.linkTemplate = new go.Link({ routing: go.Routing.Orthogonal }).add(new go.Shape());
diagram.model = new go.TreeModel({
  nodeDataArray: ponies,
  modelData: { breeder: 'Cressida Holt', herd: 'Hazelwood', licence: 'HZ-3381' },
});

const find = (name) => diagram.model.nodeDataArray.find((one) => one.name === name);
const enterFoal = (name, mother) => {
  diagram.commit((on) => {
    on.model.addNodeData({
      parent: find(mother)?.key,
      name,
      born: 2026,
      coat: 'unknown',
      hands: 7,
      stable: find(mother)?.stable,
    });
  }, 'enter foal');
};
diagram.addDiagramListener('ChangedSelection', () => {
  const pony = diagram.selection.first()?.data;
  document.querySelector('#chosen').textContent = pony ? `${pony.name}, born ${pony.born}` : 'Nobody is chosen';
});
document.querySelector('#foal').addEventListener('submit', (event) => {
  event.preventDefault();
  const { foal, mother } = Object.fromEntries(new FormData(event.target));
  enterFoal(foal, mother);
  event.target.reset();
});
document.querySelector('#undo').addEventListener('click', () => diagram.undoManager.undo());
document.querySelector('#fit').addEventListener('click', () => diagram.zoomToFit());
document.querySelector('#sell').addEventListener('click', () => diagram.commandHandler.deleteSelection());
document.querySelector('#lock').addEventListener('click', () => {
  diagram.isReadOnly = !diagram.isReadOnly;
  document.querySelector('#lock').textContent = diagram.isReadOnly ? 'Unlock the tree' : 'Lock the tree';
});
diagram.select(diagram.findNodeForKey(3));
diagram.commit((on) => on.model.set(find('Sorrel'), 'stable', 'Vet'), 'move');
