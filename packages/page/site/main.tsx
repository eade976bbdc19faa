import { render } from 'preact';
import { begin, follow, store, useStore } from './store.js';
import { Application } from './views/application.js';
import { Applications } from './views/applications.js';
import { SignIn } from './views/sign-in.js';

const Page = () => {
  const { locked, lost, loaded, following } = useStore();
  if (locked) return <SignIn />;
  return (
    <>
      <header>
        <h1>Substrate</h1>
        <p role="status" class={lost === undefined ? 'quiet' : 'trouble'}>
          {lost === undefined
            ? loaded
              ? `${store.apps.length} applications`
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

const Welcome = () => (
  <div class="empty">
    <h2>Choose an application</h2>
    <p>
      Its values are shown as they change, with what can be done in it. An application that can not be read says why, and what to
      do.
    </p>
  </div>
);

const place = document.getElementById('page');
if (place !== null) render(<Page />, place);
void begin();
