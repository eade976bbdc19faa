function main(container) {
  if (!mxClient.isBrowserSupported()) {
    mxUtils.error('Browser is not supported!', 200, false);
    return;
  }
  mxEvent.disableContextMenu(container);

  const sheet = {
    title: 'Flow of the rag line',
    mill: 'Sellafoss',
    drawnBy: 'Ragna Hovd',
    revision: 7,
    water: 'Sella, 340 litres a minute',
    unsaved: 0,
  };
  const doc = mxUtils.createXmlDocument();
  const createMachine = (label, keeper, kilowatts, built) => {
    const machine = doc.createElement('Machine');
    machine.setAttribute('label', label);
    machine.setAttribute('keeper', keeper);
    machine.setAttribute('kilowatts', kilowatts);
    machine.setAttribute('built', built);
    return machine;
  };
  const createPipe = (carries, litresAnHour) => {
    const pipe = doc.createElement('Pipe');
    pipe.setAttribute('carries', carries);
    pipe.setAttribute('litresAnHour', litresAnHour);
    return pipe;
  };

  const graph = new mxGraph(container);
  graph.gridSize = 20;
  graph.setConnectable(true);
  graph.setMultigraph(false);
  graph.setPanning(true);
  graph.setDropEnabled(true);
  graph.setTooltips(true);
  graph.centerZoom = false;
  new mxRubberband(graph);
  const keyHandler = new mxKeyHandler(graph);
  keyHandler.bindKey(46, () => graph.removeCells());

  graph.convertValueToString = (cell) => {
    if (!mxUtils.isNode(cell.value)) return cell.value ?? '';
    return cell.getAttribute('label') ?? cell.getAttribute('carries', '');
  };
  const { cellLabelChanged } = graph;
  graph.cellLabelChanged = function (cell, newValue, autoSize) {
    let value = newValue;
    if (mxUtils.isNode(cell.value)) {
      value = cell.value.cloneNode(true);
      value.setAttribute(cell.isEdge() ? 'carries' : 'label', newValue);
    }
    cellLabelChanged.call(this, cell, value, autoSize);
  };
  graph.getTooltipForCell = (cell) => cell.getAttribute?.('keeper') ?? '';

  const styles = graph.getStylesheet();
  styles.getDefaultEdgeStyle()[mxConstants.STYLE_EDGE] = mxEdgeStyle.OrthConnector;
  styles.putCellStyle('tank', {
    [mxConstants.STYLE_SHAPE]: mxConstants.SHAPE_CYLINDER,
    [mxConstants.STYLE_PERIMETER]: mxPerimeter.RectanglePerimeter,
    [mxConstants.STYLE_FILLCOLOR]: '#cfe3ef',
    [mxConstants.STYLE_STROKECOLOR]: '#2f5d7c',
    [mxConstants.STYLE_FONTCOLOR]: '#1b3a4f',
  });
  graph.validationAlert = (message) => {
    document.getElementById('status').textContent = message;
  };
  graph.multiplicities.push(
    new mxMultiplicity(
      true,
      'Machine',
      null,
      null,
      0,
      2,
      ['Machine'],
      'A machine feeds at most two others',
      'A pipe leads to a machine',
    ),
  );

  const undoManager = new mxUndoManager(50);
  const model = graph.getModel();
  const remember = (_sender, event) => undoManager.undoableEditHappened(event.getProperty('edit'));

  const parent = graph.getDefaultParent();
  model.beginUpdate();
  try {
    const cutter = graph.insertVertex(parent, 'cutter', createMachine('Rag cutter', 'Jorunn Dahl', 4, 1911), 40, 40, 120, 60);
    const beater = graph.insertVertex(
      parent,
      'beater',
      createMachine('Hollander beater', 'Eskil Moe', 15, 1926),
      240,
      40,
      140,
      60,
      'tank',
    );
    const vat = graph.insertVertex(parent, 'vat', createMachine('Vat', 'Ragna Hovd', 1, 1889), 240, 180, 100, 80, 'tank');
    const press = graph.insertVertex(parent, 'press', createMachine('Screw press', 'Tord Vik', 0, 1889), 420, 180, 100, 80);
    const loft = graph.insertVertex(
      parent,
      'loft',
      createMachine('Drying loft', 'Jorunn Dahl', 3, 1902),
      420,
      340,
      160,
      60,
      'rounded=1;fillColor=#f3e6c4',
    );
    graph.insertEdge(parent, 'p1', createPipe('chopped rag', 90), cutter, beater);
    graph.insertEdge(parent, 'p2', createPipe('thick pulp', 210), beater, vat);
    graph.insertEdge(parent, 'p3', createPipe('wet sheets', 60), vat, press);
    graph.insertEdge(parent, 'p4', createPipe('damp sheets', 25), press, loft);
  } finally {
    model.endUpdate();
  }
  model.addListener(mxEvent.UNDO, remember);
  graph.getView().addListener(mxEvent.UNDO, remember);

  const status = document.getElementById('status');
  const say = (text) => {
    status.textContent = text;
  };
  const form = document.getElementById('properties');
  const showProperties = () => {
    const cell = graph.getSelectionCell();
    form.replaceChildren();
    if (graph.getSelectionCount() !== 1 || !mxUtils.isNode(cell.value)) return;
    const heading = document.createElement('h2');
    heading.textContent = graph.getLabel(cell);
    form.append(heading);
    for (const { nodeName, nodeValue } of [...cell.value.attributes]) {
      const label = document.createElement('label');
      const input = Object.assign(document.createElement('input'), { name: nodeName, value: nodeValue });
      mxEvent.addListener(input, 'change', () => {
        model.execute(new mxCellAttributeChange(cell, nodeName, input.value));
      });
      label.append(nodeName, ' ', input);
      form.append(label, document.createElement('br'));
    }
  };
  graph.getSelectionModel().addListener(mxEvent.CHANGE, showProperties);
  model.addListener(mxEvent.CHANGE, () => {
    sheet.unsaved += 1;
    say(`${sheet.unsaved} changes since revision ${sheet.revision}`);
  });

  const addMachine = () => {
    const cell = graph.insertVertex(parent, null, createMachine('New machine', sheet.drawnBy, 0, 2026), 40, 340, 120, 60);
    graph.setSelectionCell(cell);
  };
  const groupSelected = () => {
    const group = new mxCell('Wet end', new mxGeometry(), 'fillColor=none;dashed=1;verticalAlign=top');
    group.setVertex(true);
    group.setConnectable(false);
    graph.groupCells(group, 20);
    graph.setSelectionCell(group);
  };
  const on = (id, act) => mxEvent.addListener(document.getElementById(id), 'click', act);
  on('machine', addMachine);
  on('group', groupSelected);
  on('ungroup', () => graph.setSelectionCells(graph.ungroupCells()));
  on('delete', () => graph.removeCells());
  on('undo', () => undoManager.undo());
  on('redo', () => undoManager.redo());
  on('closer', () => graph.zoomIn());
  on('farther', () => graph.zoomOut());
  on('actual', () => graph.zoomActual());
  mxEvent.addListener(document.getElementById('lock'), 'change', ({ target }) => {
    graph.setCellsLocked(target.checked);
    say(target.checked ? 'The sheet is locked' : 'The sheet may be drawn on');
  });
  document.getElementById('title').textContent = `${sheet.title}, ${sheet.mill}`;
  say('Nothing has changed');
}

mxEvent.addListener(window, 'load', () => main(document.getElementById('sheet')));
