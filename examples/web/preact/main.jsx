/** A poll: Preact with hooks. */
import { render } from 'preact';
import { useState } from 'preact/hooks';

const Poll = () => {
  const [votes, setVotes] = useState({ yes: 2, no: 1 });
  const [voter, setVoter] = useState('guest');
  return (
    <main>
      <h1>Poll</h1>
      <label>
        Your name <input name="voter" value={voter} onInput={(event) => setVoter(event.currentTarget.value)} />
      </label>
      <p class="yes">Yes: {votes.yes}</p>
      <p class="no">No: {votes.no}</p>
      <button type="button" onClick={() => setVotes({ ...votes, yes: votes.yes + 1 })}>
        Vote yes
      </button>
    </main>
  );
};

render(<Poll />, document.getElementById('app'));
