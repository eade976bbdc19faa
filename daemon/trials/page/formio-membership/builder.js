const { Formio } = window;
const project = { library: 'Stadtbücherei Süd', version: 14, publishedAt: null, editors: ['Roswitha', 'Cem'], log: [] };
const form = {
  title: 'Membership',
  display: 'form',
  components: [
    { type: 'textfield', key: 'fullName', label: 'Full name', input: true, validate: { required: true, maxLength: 80 } },
    { type: 'email', key: 'mail', label: 'E-mail', input: true, placeholder: 'you@example.org' },
    {
      type: 'select',
      key: 'branch',
      label: 'Home branch',
      input: true,
      defaultValue: 'mill',
      data: {
        values: [
          { label: 'Mill lane', value: 'mill' },
          { label: 'North station', value: 'station' },
        ],
      },
    },
    { type: 'number', key: 'age', label: 'Age', input: true, validate: { min: 6, max: 120 } },
    { type: 'checkbox', key: 'reminders', label: 'Remind me before books are due', input: true, defaultValue: true },
  ],
};
const text = (id, value) => {
  document.getElementById(id).textContent = value;
};

const builder = await Formio.builder(document.getElementById('builder'), form, { noDefaultSubmitButton: true });
builder.on('change', (schema) => {
  if (!schema.components) return;
  text('fields', schema.components.length);
});
document.getElementById('name').addEventListener('input', ({ target }) => {
  form.title = target.value;
  project.log.push(`renamed to ${target.value}`);
});
document.getElementById('phone').addEventListener('click', async () => {
  form.components.push({ type: 'phoneNumber', key: 'phone', label: 'Phone', input: true, inputMask: '(999) 999-9999' });
  await builder.setForm({ ...form });
  await builder.rebuild();
  text('fields', form.components.length);
  project.log.push('added phone');
});
document.getElementById('publish').addEventListener('click', () => {
  project.version += 1;
  project.publishedAt = '2026-11-17';
  text('version', project.version);
  text('published', `published on ${project.publishedAt}`);
});
