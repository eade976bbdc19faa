/** A form of SwingX: a table over records, fields, menus with a menu below, tabs. */
export default {
  get: { debian: ['libswingx-java'], java: 'src' },
  display: true,
  start: ({ classes, jars }) => ['java', ['-Xmx128m', '-cp', [classes, ...jars].join(':'), 'surgery.Surgery', 'Dr Quill']],
  ready: ({ until, said }) => until(() => said().includes('the surgery is open'), 'the surgery'),
};
