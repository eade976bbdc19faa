$(() => {
  const boats = {
    Sterna: { skipper: 'Ola Tangen', length: 11.5 },
    Havbris: { skipper: 'Ingrid Moe', length: 14.2 },
    Lomvi: { skipper: 'Arne Vik', length: 9.8 },
  };
  const fishes = ['cod', 'haddock', 'herring'];
  const landings = [
    { Boat: 'Sterna', Fish: 'cod', Day: 'Monday', Kilos: 420 },
    { Boat: 'Sterna', Fish: 'herring', Day: 'Tuesday', Kilos: 610 },
    { Boat: 'Havbris', Fish: 'cod', Day: 'Monday', Kilos: 880 },
    { Boat: 'Havbris', Fish: 'haddock', Day: 'Wednesday', Kilos: 265 },
    { Boat: 'Lomvi', Fish: 'herring', Day: 'Monday', Kilos: 540 },
    { Boat: 'Lomvi', Fish: 'haddock', Day: 'Thursday', Kilos: 260 },
  ];
  const book = { season: 'Autumn 2026', clerk: 'Ragnhild Sunde', pricePerKilo: 4, checked: false, recorded: 0 };
  let layout = {
    rows: ['Boat'],
    cols: ['Fish'],
    vals: [],
    aggregatorName: 'Count',
    rendererName: 'Table',
    exclusions: {},
  };

  const total = () =>
    landings.filter((one) => !(layout.exclusions.Fish ?? []).includes(one.Fish)).reduce((sum, one) => sum + one.Kilos, 0);

  const showBook = () => {
    $('#worth').text(`${total() * book.pricePerKilo} kr`);
    $('#checked').text(book.checked ? 'checked' : 'not checked');
    $('#clerk').text(book.clerk);
  };

  const remember = ({ rows, cols, vals, aggregatorName, rendererName, exclusions }) => {
    layout = { rows, cols, vals, aggregatorName, rendererName, exclusions };
    showBook();
  };

  const draw = () => {
    $('#table').pivotUI(landings, { ...layout, onRefresh: remember }, true);
  };

  for (const name of Object.keys(boats)) $('#boat').append($('<option>').text(name));
  for (const name of fishes) $('#fish').append($('<option>').text(name));

  $('#season').on('input', (event) => {
    book.season = event.target.value;
  });
  $('#price').on('input', (event) => {
    book.pricePerKilo = Number(event.target.value);
    showBook();
  });
  $('#check').on('click', () => {
    book.checked = true;
    showBook();
  });
  $('#swap').on('click', () => {
    layout = { ...layout, rows: layout.cols, cols: layout.rows };
    draw();
  });
  $('#herring').on('click', () => {
    layout = { ...layout, exclusions: { Fish: ['herring'] } };
    draw();
  });
  $('#landing').on('submit', (event) => {
    event.preventDefault();
    landings.push({ Boat: $('#boat').val(), Fish: $('#fish').val(), Day: 'Friday', Kilos: Number($('#kilos').val()) });
    book.recorded += 1;
    book.checked = false;
    draw();
  });

  showBook();
  draw();
});
