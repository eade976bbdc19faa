import { useState } from 'preact/hooks';
import { percent, timeOf } from '../format.js';
import { type Following, useStore } from '../store.js';
import { Actions } from './actions.js';
import { Expressions } from './expressions.js';
import { Keys } from './keys.js';
import { Timeline } from './timeline.js';

const tabs = { state: 'State', actions: 'Actions', timeline: 'Timeline', expressions: 'Expressions' } as const;
type Tab = keyof typeof tabs;

/** One application: what is known of it now, and four ways to look at it. */
export const Application = ({ following }: { following: Following }) => {
  useStore();
  const [tab, setTab] = useState<Tab>('state');
  const { state, ended } = following;
  const names = Object.keys(tabs) as Tab[];
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = names[(names.indexOf(tab) + step + names.length) % names.length] as Tab;
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section aria-labelledby="app-name" class="application">
      <div class="head">
        <h2 id="app-name">{state?.app_name ?? following.appId}</h2>
        {state !== undefined && (
          <p class="quiet">
            {state.context.url ?? state.context.window_title ?? `pid ${state.pid}`} · {state.probe_metadata.total_object_count}{' '}
            facts read, {Object.keys(state.objects).length} served · {percent(state.confidence)} sure · read in{' '}
            {state.probe_metadata.total_latency_ms} ms · {timeOf(state.captured_at)}
          </p>
        )}
        {ended !== undefined && (
          <p role="alert" class="trouble">
            {ended} It is shown again as soon as it is back.
          </p>
        )}
      </div>
      <div role="tablist" aria-label="Views" onKeyDown={onKey}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="view"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="view" aria-labelledby={`tab-${tab}`}>
        {state === undefined ? (
          <p class="quiet pad">Reading …</p>
        ) : tab === 'state' ? (
          <Keys following={following} state={state} />
        ) : tab === 'actions' ? (
          <Actions state={state} />
        ) : tab === 'timeline' ? (
          <Timeline following={following} />
        ) : (
          <Expressions state={state} />
        )}
      </div>
    </section>
  );
};
