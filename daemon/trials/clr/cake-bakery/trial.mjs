import { readFileSync } from 'node:fs';

/** Cake, as published: a tool that runs builds, in the middle of one; the first of three tasks is done, the second waits. */
export default {
  get: { nugetTool: ['cake.tool', '7.0.0'] },
  start: ({ tools, write, trial, work }) => [
    `${tools}/dotnet-cake`,
    [
      write('build.cake', readFileSync(`${trial}/build.cake`, 'utf8')),
      '--target=Deliver',
      '--season=harvest',
      '--verbosity=normal',
    ],
    { cwd: work },
  ],
  ready: ({ until, said }) => until(() => said().includes('resting'), 'the second task'),
};
