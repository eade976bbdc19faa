const kinds = ['Stall', 'Scaffold', 'Skip', 'Music'];
const applicants = ['Bakery Ohm', 'Dachdecker Prinz', 'R. Sommer', 'Jazz im Hof', 'Café Linde', 'Malerei Kunz', 'A. Petrov'];
const permits = Array.from({ length: 140 }, (_, index) => ({
  permit: `P-${2600 + index}`,
  kind: kinds[index % kinds.length],
  applicant: applicants[index % applicants.length],
  square_metres: 4 + ((index * 7) % 40),
  fee: 20 + ((index * 13) % 90),
  approved: index % 5 !== 2,
}));

const office = { town: 'Altmark', clerk: '', deadline: '2026-12-01', edits: [] };
const grid = document.getElementById('grid');
await customElements.whenDefined('revo-grid');
grid.columns = [
  { prop: 'permit', name: 'Permit', readonly: true, pin: 'colPinStart' },
  { prop: 'applicant', name: 'Applicant', size: 190, sortable: true },
  { prop: 'kind', name: 'Kind', sortable: true },
  { prop: 'square_metres', name: 'Square metres', sortable: true },
  { prop: 'fee', name: 'Fee' },
  { prop: 'approved', name: 'Approved' },
];
grid.range = true;
grid.resize = true;
grid.theme = 'compact';

const show = () => {
  const kind = document.getElementById('kind').value;
  grid.source = permits.filter((one) => kind === 'all' || one.kind === kind);
  document.getElementById('open').textContent = permits.filter(({ approved }) => !approved).length;
};
grid.addEventListener('afteredit', ({ detail: { rowIndex, prop, val } }) => {
  office.edits.push({ row: rowIndex, field: prop, written: val });
  document.getElementById('edits').textContent = office.edits.length;
});
document.getElementById('clerk').addEventListener('input', ({ target }) => {
  office.clerk = target.value;
});
document.getElementById('kind').addEventListener('change', show);
document.getElementById('approve').addEventListener('click', () => {
  permits.find(({ approved }) => !approved).approved = true;
  show();
});
show();
