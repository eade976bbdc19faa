/** Minutes of a meeting: a Yjs document that only closures hold. */
import * as Y from 'yjs';

const shared = new Y.Doc();
const minutes = shared.getText('minutes');
const tasks = shared.getArray('tasks');
const meeting = shared.getMap('meeting');
minutes.insert(0, 'We met at one.');
minutes.delete(10, 3);
minutes.insert(10, 'noon');
meeting.set('chair', 'Bo');
meeting.set('chair', 'Ada');
meeting.set('access_token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2VjcmV0c2VjcmV0');
const task = (what) => new Y.Map([['what', what]]);
tasks.push([task('Paint the fence')]);

const app = document.getElementById('app');
const show = () => {
  app.innerHTML = `<h1>Minutes</h1><p>${minutes}</p><p>${tasks.length} tasks</p><button type="button">Add a task</button>`;
};
shared.on('update', show);
app.addEventListener('click', (event) => event.target.matches('button') && tasks.push([task('Mend the gate')]));
show();
