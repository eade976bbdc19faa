/* global jQuery, toastr */
jQuery(($) => {
  const session = { user: 'Branwen Rees', season: 'Winter 2027', role: 'manager' };
  const regions = ['Lakes', 'Hill country', 'Coast', 'Forest edge'];
  const cabins = [
    { code: 'C01', name: 'Otter Lodge', region: 'Lakes', sleeps: 6, rate: 130, pets: true, owner: 'Harri Puw', open: true },
    { code: 'C02', name: 'Gull Rock', region: 'Coast', sleeps: 2, rate: 88, pets: false, owner: 'Sian Morgan', open: true },
    { code: 'C03', name: 'Fern Hut', region: 'Forest edge', sleeps: 4, rate: 72.5, pets: true, owner: 'Harri Puw', open: false },
    {
      code: 'C04',
      name: 'Slate House',
      region: 'Hill country',
      sleeps: 10,
      rate: 240,
      pets: false,
      owner: 'Owain Teifi',
      open: true,
    },
    { code: 'C05', name: 'Heron Loft', region: 'Lakes', sleeps: 3, rate: 95, pets: false, owner: 'Mali Bevan', open: true },
    { code: 'C06', name: 'Tern Cottage', region: 'Coast', sleeps: 5, rate: 110, pets: true, owner: 'Sian Morgan', open: true },
    {
      code: 'C07',
      name: 'Quarry End',
      region: 'Hill country',
      sleeps: 8,
      rate: 165,
      pets: true,
      owner: 'Owain Teifi',
      open: false,
    },
  ];
  let picked = null;

  $('#user').text(session.user);
  $('#season').text(session.season);
  const table = $('#cabins').DataTable({
    data: cabins,
    pageLength: 5,
    lengthMenu: [5, 10],
    columns: [
      { data: 'name', title: 'Name' },
      { data: 'region', title: 'Region' },
      { data: 'sleeps', title: 'Sleeps' },
      { data: 'rate', title: 'Rate' },
      { data: 'open', title: 'Open', render: (open) => (open ? 'open' : 'closed') },
    ],
  });
  $('#region').select2({ data: regions, placeholder: 'Choose a region' });
  const count = () => $('#total').text(`${cabins.filter(({ open }) => open).length} of ${cabins.length} cabins are open`);
  const field = (name) => $(`#cabin [name=${name}]`);

  $('#cabins').on('click', 'tbody tr', function () {
    picked = table.row(this);
    const cabin = picked.data();
    $('#cabins tr').removeClass('picked');
    $(this).addClass('picked');
    field('name').val(cabin.name);
    field('rate').val(cabin.rate);
    field('pets').prop('checked', cabin.pets);
    $('#region').val(cabin.region).trigger('change');
  });
  $('#cabin').on('submit', (event) => {
    event.preventDefault();
    if (!picked) return toastr.error('Choose a cabin first');
    const cabin = picked.data();
    cabin.name = field('name').val();
    cabin.rate = Number(field('rate').val());
    cabin.region = $('#region').val();
    cabin.pets = field('pets').prop('checked');
    picked.data(cabin).draw(false);
    toastr.success(`${cabin.name} saved`, '', { timeOut: 0, extendedTimeOut: 0 });
    count();
  });
  $('#close').on('click', () => {
    const cabin = picked.data();
    cabin.open = false;
    picked.data(cabin).draw(false);
    toastr.info(`${cabin.name} closed`, '', { timeOut: 0, extendedTimeOut: 0 });
    count();
  });
  count();
});
