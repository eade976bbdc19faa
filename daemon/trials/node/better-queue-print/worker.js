const Queue = require('better-queue');

const printed = [];
const printer = { name: 'Basement A3', paper: 180, online: true };
const jobs = new Queue(
  (job, done) => {
    if (job.file === 'poster.pdf') return;
    printed.push(job.file);
    printer.paper -= job.pages;
    done(null, job.pages);
  },
  { concurrent: 1, maxRetries: 4, retryDelay: 1500, id: 'file' },
);
jobs.on('task_started', (id) => console.log('started', id));
jobs.push({ file: 'menu.pdf', pages: 2, owner: 'kitchen' });
jobs.push({ file: 'poster.pdf', pages: 1, owner: 'events' });
jobs.push({ file: 'minutes.pdf', pages: 14, owner: 'board' });
jobs.push({ file: 'labels.pdf', pages: 30, owner: 'stock' });
require('node:http')
  .createServer((request, response) => response.end(JSON.stringify(jobs.getStats())))
  .listen(Number(process.argv[2]), '127.0.0.1');
