import { useState } from 'preact/hooks';
import { signIn, wordsOf } from '../api.js';
import { Logo } from './icons.js';

/** The door, for who came without a ticket. */
export const SignIn = () => {
  const [trouble, setTrouble] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key');
    try {
      await signIn(String(key ?? '').trim());
    } catch (error) {
      setTrouble(wordsOf(error));
    }
  };
  return (
    <main class="door">
      <Logo />
      <h1>Substrate</h1>
      <p>
        Type <code>substrate open</code> in a terminal (in a clone: <code>npm start -- open</code>) and this page opens by itself.
      </p>
      <p class="quiet">Or paste a key. It is exchanged for a cookie of this page and not kept.</p>
      <form onSubmit={submit}>
        <label>
          API key
          <input name="key" type="password" autocomplete="off" spellcheck={false} required />
        </label>
        <button type="submit" class="strong">
          Open
        </button>
      </form>
      {trouble !== '' && (
        <p role="alert" class="trouble">
          {trouble}
        </p>
      )}
    </main>
  );
};
