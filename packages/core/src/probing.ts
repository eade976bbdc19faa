/** What probes, and those who run them, share on the Node.js side. */
export { messageOf, orAborted, pause, withDeadline } from './probing/deadline.js';
