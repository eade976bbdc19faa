/** A queue with workers (fastq) and a small database in memory (lowdb), as published: four loads came, one is done, one waits. */
export default {
  get: { npm: { fastq: '1.20.3', lowdb: '7.0.1' }, files: ['laundry.mjs'] },
  start: ({ program }) => ['node', [`${program}/laundry.mjs`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the laundry'),
  async drive({ stdin }) {
    stdin(
      'register;Ms Tan\nbring;Hotel Aurora;normal;12\nbring;Ms Tan;silk;3\nbring;Hotel Aurora;normal;9\nbring;Ms Tan;normal;5\nfinish;301\n',
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
  },
};
