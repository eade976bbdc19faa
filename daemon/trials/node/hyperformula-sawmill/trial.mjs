/** A sawmill's sheets on HyperFormula, a spreadsheet without a face, written to by lines at the prompt. */
export default {
  get: { npm: { hyperformula: '3.5.0' }, files: ['mill.js'] },
  start: ({ program }) => ['node', [`${program}/mill.js`]],
  ready: ({ until, said }) => until(() => said().includes('cut: dues; worth 8280.5'), 'the mill'),
  async drive({ stdin, until, said }) {
    stdin('sheet Kiln\n');
    await until(() => said().includes('cut: sheet Kiln'), 'the kiln');
  },
};
