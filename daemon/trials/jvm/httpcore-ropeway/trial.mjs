/** The control of a ropeway behind a server of Apache HttpCore (a library of Debian), compiled with javac. */
export default {
  get: { debian: ['libhttpcore-java', 'libhttpclient-java', 'libcommons-logging-java'], java: 'src' },
  start: ({ classes, jars, port }) => ['java', ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'ropeway.Main', port()]],
  ready: ({ until, said }) => until(() => said().includes('ropeway answers'), 'the ropeway'),
  async drive({ url }) {
    const tell = async (order, form) => {
      const answer = await fetch(`${url}/${order}`, { method: 'POST', body: new URLSearchParams(form) });
      if (!answer.ok) throw new Error(`${order}: ${answer.status}`);
    };
    await tell('board', { gondola: 'Gondola 7', who: 'Helmut Egger', persons: 2 });
    await tell('board', { gondola: 'Gondola 7', who: 'class 4b', persons: 18 });
    await tell('board', { gondola: 'Gondola 2', who: 'the postman', persons: 1 });
    await tell('speed', { metres: 4.5 });
    await tell('out', { gondola: 'Gondola 5', why: 'door sticks' });
    await tell('sell', { ticket: 'day', count: 3 });
  },
};
