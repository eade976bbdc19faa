import { expect, test } from 'vitest';
import { createHookNames } from './hook-names.js';

const { of } = createHookNames();
const component = (body: string): unknown => new Function(body);

test.each([
  ['const [count, setCount] = useState(0);', ['count']],
  ['const [draft, setDraft] = (0, import_react.useState)("");', ['draft']],
  ['const [votes, setVotes] = d2({}), [voter, setVoter] = d2("");', ['votes', 'voter']],
  ['const [state, dispatch] = React.useReducer(reduce, {});', ['state']],
  ['const [first, second] = pair();', []],
])('%s', (body, names) => {
  expect(of(component(body))).toEqual(names);
});
