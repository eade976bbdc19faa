import { render } from 'preact';
import { plural } from './format.js';
import { begin, follow, store, useStore } from './store.js';
import { Application } from './views/application.js';
import { Applications } from './views/applications.js';
import { Command } from './views/copy.js';
import { Logo } from './views/icons.js';
import { SignIn } from './views/sign-in.js';

const Page = () => {
  const { locked, lost, loaded, following } = useStore();
  if (locked) return <SignIn />;
  return (
    <>
      <header>
        <Logo />
        <h1>Substrate</h1>
        <p role="status" class={`link ${lost !== undefined ? 'lost' : loaded ? 'there' : ''}`}>
          {lost === undefined
            ? loaded
              ? `Connected · ${plural(store.apps.length, 'application')}`
              : 'Connecting …'
            : `The daemon does not answer: ${lost}`}
        </p>
      </header>
      <div class="columns">
        <nav aria-label="Applications">
          <Applications choose={follow} chosen={following?.pid} />
        </nav>
        <main>{following === undefined ? <Welcome /> : <Application key={following.pid} following={following} />}</main>
      </div>
    </>
  );
};

const Welcome = () => {
  const { loaded } = useStore();
  return (
    <div class="empty">
      <Logo />
      <h2>{loaded ? 'Start an application to see inside' : 'Looking around …'}</h2>
      <p>
        Every Node.js, Chromium, Electron, Java and .NET application of yours appears here by itself within a second or two. Its
        values are shown as they change, with what can be done in it.
      </p>
      <p>A browser needs to be started so that it can be read:</p>
      <Command text="substrate launch -- chromium" />
      <p class="quiet">
        In a clone, <code>npm start --</code> stands for <code>substrate</code>. What can not be read is listed on the left with
        the reason and what to do.
      </p>
    </div>
  );
};

const place = document.getElementById('page');
if (place !== null) render(<Page />, place);
void begin();
