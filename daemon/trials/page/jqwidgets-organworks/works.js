$(document).ready(() => {
  const orders = [
    {
      number: 311,
      church: 'St. Olave',
      town: 'Brekke',
      stops: 24,
      pipes: 1380,
      voicer: 'Solveig',
      due: '2027-03-19',
      price: 412000,
      tuned: false,
    },
    {
      number: 312,
      church: 'Seamen’s Mission',
      town: 'Havnes',
      stops: 9,
      pipes: 486,
      voicer: 'Petra',
      due: '2026-12-01',
      price: 138500,
      tuned: true,
    },
    {
      number: 314,
      church: 'Abbey of Tro',
      town: 'Brekke',
      stops: 41,
      pipes: 2762,
      voicer: 'Solveig',
      due: '2028-05-30',
      price: 977000,
      tuned: false,
    },
    {
      number: 315,
      church: 'Chapel of Ease',
      town: 'Lunde',
      stops: 6,
      pipes: 312,
      voicer: 'Yngvild',
      due: '2026-11-27',
      price: 84200,
      tuned: false,
    },
    {
      number: 317,
      church: 'Conservatory hall',
      town: 'Havnes',
      stops: 33,
      pipes: 2104,
      voicer: 'Petra',
      due: '2027-09-10',
      price: 655000,
      tuned: false,
    },
    {
      number: 318,
      church: 'All Saints',
      town: 'Brekke',
      stops: 17,
      pipes: 968,
      voicer: 'Yngvild',
      due: '2027-06-04',
      price: 290300,
      tuned: false,
    },
  ];
  const benches = [
    { id: 'wood', parentid: '-1', text: 'Joinery', value: 'Mads Rud' },
    { id: 'chest', parentid: 'wood', text: 'Wind chests', value: 'oak, 14 planks' },
    { id: 'case', parentid: 'wood', text: 'Cases', value: 'limewood' },
    { id: 'metal', parentid: '-1', text: 'Pipe metal', value: 'Henny Aas' },
    { id: 'cast', parentid: 'metal', text: 'Casting table', value: '70 parts tin' },
    { id: 'voice', parentid: 'metal', text: 'Voicing room', value: 'kept at 18 degrees' },
    { id: 'leather', parentid: '-1', text: 'Bellows', value: 'sheepskin' },
  ];
  const works = { master: 'Torunn Halvorsen', founded: 1874, pitch: 440, tin: 318.5, taken: 0 };
  const voicers = ['Solveig', 'Petra', 'Yngvild'];

  const source = {
    localdata: orders,
    datatype: 'array',
    id: 'number',
    datafields: [
      { name: 'number', type: 'number' },
      { name: 'church', type: 'string' },
      { name: 'town', type: 'string' },
      { name: 'stops', type: 'number' },
      { name: 'pipes', type: 'number' },
      { name: 'voicer', type: 'string' },
      { name: 'due', type: 'date', format: 'yyyy-MM-dd' },
      { name: 'price', type: 'number' },
      { name: 'tuned', type: 'bool' },
    ],
    addrow: (_id, row, _at, commit) => {
      works.taken += 1;
      commit(true, row.number);
    },
    deleterow: (_id, commit) => commit(true),
    updaterow: (_id, _row, commit) => commit(true),
  };
  const adapter = new $.jqx.dataAdapter(source);

  const tell = (text) => {
    $('#told').text(text);
    $('#message').jqxNotification('open');
  };
  $('#heading').text(`${works.master}, since ${works.founded}`);

  const drawOrders = () => {
    $('#orders').jqxGrid({
      width: 940,
      height: 360,
      source: adapter,
      sortable: true,
      filterable: true,
      showfilterrow: true,
      editable: true,
      editmode: 'dblclick',
      selectionmode: 'singlerow',
      showstatusbar: true,
      showaggregates: true,
      columns: [
        { text: 'No.', datafield: 'number', width: 60, editable: false },
        { text: 'Church', datafield: 'church', width: 200 },
        { text: 'Town', datafield: 'town', width: 120 },
        { text: 'Stops', datafield: 'stops', width: 80, cellsalign: 'right', columntype: 'numberinput' },
        { text: 'Pipes', datafield: 'pipes', width: 90, cellsalign: 'right', aggregates: ['sum'] },
        { text: 'Voicer', datafield: 'voicer', width: 110 },
        { text: 'Due', datafield: 'due', width: 110, cellsformat: 'yyyy-MM-dd', filtertype: 'date' },
        { text: 'Price', datafield: 'price', width: 100, cellsformat: 'd', cellsalign: 'right', aggregates: ['sum'] },
        { text: 'Tuned', datafield: 'tuned', width: 70, columntype: 'checkbox', filtertype: 'bool' },
      ],
    });
    const chosen = () => $('#orders').jqxGrid('getrowid', $('#orders').jqxGrid('getselectedrowindex'));
    $('#tuned').on('click', () => {
      $('#orders').jqxGrid('setcellvaluebyid', chosen(), 'tuned', true);
      tell(`Order ${chosen()} is tuned`);
    });
    $('#strike').on('click', () => {
      tell(`Order ${chosen()} was struck out`);
      $('#orders').jqxGrid('deleterow', chosen());
    });
    $('#all').on('click', () => $('#orders').jqxGrid('clearfilters'));
    $('#tuned, #strike, #all').jqxButton();
  };

  const drawBenches = () => {
    const tree = new $.jqx.dataAdapter({
      localdata: benches,
      datatype: 'array',
      datafields: Object.keys(benches[0]).map((name) => ({ name })),
    });
    tree.dataBind();
    const records = tree.getRecordsHierarchy('id', 'parentid', 'items', [{ name: 'text', map: 'label' }]);
    $('#benches').jqxTree({ source: records, width: 300, height: 240, checkboxes: true });
    $('#benches').on('select', ({ args }) => {
      const { label, value } = $('#benches').jqxTree('getItem', args.element);
      $('#bench').text(`${label}: ${value}`);
    });
  };

  const drawForm = () => {
    $('#church').jqxInput({ placeHolder: 'name of the church', width: 240, height: 28 });
    $('#town').jqxInput({ source: [...new Set(orders.map(({ town }) => town))], width: 240, height: 28 });
    $('#stops').jqxNumberInput({ width: 120, height: 28, decimalDigits: 0, min: 1, max: 80, decimal: 12, spinButtons: true });
    $('#voicer').jqxDropDownList({ source: voicers, width: 160, height: 28, selectedIndex: 0, autoDropDownHeight: true });
    $('#due').jqxDateTimeInput({ width: 160, height: 28, formatString: 'yyyy-MM-dd', value: new Date(2028, 0, 31) });
    $('#pedals').jqxCheckBox({ width: 180, height: 25 });
    $('#take').jqxButton();
    $('#take').on('click', () => {
      const stops = $('#stops').jqxNumberInput('decimal');
      const order = {
        number: 319 + works.taken,
        church: $('#church').val(),
        town: $('#town').val(),
        stops,
        pipes: stops * 56,
        voicer: $('#voicer').jqxDropDownList('getSelectedItem').label,
        due: $('#due').jqxDateTimeInput('getDate'),
        price: stops * 16500 + ($('#pedals').jqxCheckBox('checked') ? 22000 : 0),
        tuned: false,
      };
      $('#orders').jqxGrid('addrow', order.number, order);
      tell(`Order ${order.number} was taken`);
    });
  };

  $('#message').jqxNotification({ template: 'info', autoClose: false, position: 'bottom-right', animationOpenDelay: 0 });
  $('#tabs').jqxTabs({
    width: 980,
    height: 470,
    animationType: 'none',
    initTabContent: (tab) => [drawOrders, drawBenches, drawForm][tab](),
  });
});
