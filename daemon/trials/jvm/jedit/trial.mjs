const text = 'Shopping for the regatta\nropes 3\nflares 12\n';

/** jEdit with a text open and a line added. */
export default {
  get: { debian: ['jedit'] },
  display: true,
  start: ({ root, work, write }) => [
    'java',
    [
      '-Xmx192m',
      '-jar',
      `${root}/usr/share/jedit/jedit.jar`,
      '-noserver',
      `-settings=${work}/settings`,
      write('regatta.txt', text),
    ],
  ],
  ready: ({ until, work }) => until(async () => (await import('node:fs')).existsSync(`${work}/settings/activity.log`), 'jEdit'),
};
