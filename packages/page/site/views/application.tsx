import { useState } from 'preact/hooks';
import { coreShare, percent, statusWords, timeOf } from '../format.js';
import { type Following, useStore } from '../store.js';
import { Actions } from './actions.js';
import { Expressions } from './expressions.js';
import { RuntimeIcon } from './icons.js';
import { Keys } from './keys.js';
import { Timeline } from './timeline.js';

const tabs = { state: 'State', actions: 'Actions', timeline: 'Timeline', expressions: 'Expressions' } as const;
type Tab = keyof typeof tabs;

/** One application: what is known of it now, and four ways to look at it. */
export const Application = ({ following }: { following: Following }) => {
  const { apps, costs } = useStore();
  const [tab, setTab] = useState<Tab>('state');
  const { state, ended } = following;
  const app = apps.find(({ pid }) => pid === following.pid);
  const cost = costs.get(following.pid);
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
      <div class="masthead">
        {app !== undefined && <RuntimeIcon app={app} />}
        <div class="title">
          <h2 id="app-name">{state?.app_name ?? following.appId}</h2>
          {state !== undefined && (
            <p class="place quiet">
              {state.context.url ?? state.context.window_title ?? app?.runtime_name ?? ''} · pid {state.pid}
            </p>
          )}
        </div>
        {state !== undefined && (
          <dl class="stats">
            <Stat name="status" value={statusWords[app?.probe_status ?? 'active'] ?? ''} />
            <Stat name="keys served" value={`${following.keys.length} of ${state.probe_metadata.total_object_count}`} />
            <Stat name="sure" value={percent(state.confidence)} />
            <Stat name="read in" value={`${state.probe_metadata.total_latency_ms} ms`} />
            {cost !== undefined && cost.cycles > 0 && <Stat name="of a core" value={coreShare(cost.daemon_cpu_share)} />}
            <Stat name="last change" value={timeOf(state.captured_at)} />
          </dl>
        )}
      </div>
      {ended !== undefined && (
        <p role="alert" class="banner trouble">
          {ended} It is shown again as soon as it is back.
        </p>
      )}
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
          <Actions state={state} keys={following.keys} />
        ) : tab === 'timeline' ? (
          <Timeline pid={following.pid} />
        ) : (
          <Expressions state={state} keys={following.keys} />
        )}
      </div>
    </section>
  );
};

const Stat = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
