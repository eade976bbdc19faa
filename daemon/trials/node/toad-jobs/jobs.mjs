import { AsyncTask, SimpleIntervalJob, Task, ToadScheduler } from 'toad-scheduler';

const scheduler = new ToadScheduler();
const state = { backups: 3, lastReport: 'weekly-17', paused: false };
const runs = [
  { job: 'backup', took: 412, ok: true },
  { job: 'report', took: 95, ok: false, error: 'disk full' },
];

export const pauseReports = () => {
  state.paused = true;
  scheduler.stopById('report');
};
scheduler.addSimpleIntervalJob(
  new SimpleIntervalJob(
    { minutes: 40, runImmediately: false },
    new Task('backup database', () => {
      state.backups += 1;
    }),
    { id: 'backup' },
  ),
);
scheduler.addSimpleIntervalJob(
  new SimpleIntervalJob(
    { hours: 6 },
    new AsyncTask('write report', async () => {
      runs.push({ job: 'report', took: 1, ok: true });
    }),
    { id: 'report', preventOverrun: true },
  ),
);
process.on('SIGUSR2', pauseReports);
console.log('scheduled');
