import type { AppSummary, Cost } from '../api.js';
import { coreShare, percent, plural, statusWords } from '../format.js';
import { useStore } from '../store.js';
import { Command, Remedy } from './copy.js';
import { RuntimeIcon } from './icons.js';

/** What runs here: what can be read first, then what can not, with the reason and the remedy. */
export const Applications = ({ choose, chosen }: { choose: (app: AppSummary) => void; chosen: number | undefined }) => {
  const { apps, costs, loaded } = useStore();
  const readable = apps.filter((app) => app.has_state);
  const others = apps.filter((app) => !app.has_state);
  if (loaded && apps.length === 0)
    return (
      <div class="none">
        <p>Nothing runs here that could be read.</p>
        <p class="quiet">What the daemon looks for, and what it found:</p>
        <Command text="substrate doctor" />
      </div>
    );
  return (
    <>
      {readable.length > 0 && <h2>Applications</h2>}
      <ul class="apps">
        {readable.map((app) => (
          <li key={app.pid}>
            <button type="button" class="app" aria-pressed={app.pid === chosen} onClick={() => choose(app)}>
              <RuntimeIcon app={app} />
              <span class="name">{app.app_name}</span>
              <Status app={app} />
              <span class="facts">
                {app.runtime_name} · {plural(app.object_count, 'key')} · {plural(app.action_count, 'action')}
              </span>
              <span class="facts">
                {percent(app.confidence)} sure
                <CpuCost cost={costs.get(app.pid)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h2>Not readable now</h2>
          <ul class="apps others">
            {others.map((app) => (
              <li key={app.pid}>
                <div class="app">
                  <RuntimeIcon app={app} />
                  <span class="name">{app.app_name}</span>
                  <Status app={app} />
                  <span class="facts">
                    {app.runtime_name} · pid {app.pid}
                  </span>
                </div>
                {app.status_reason !== null && (
                  <p class="reason">
                    <Remedy text={app.status_reason} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};

const Status = ({ app }: { app: AppSummary }) => (
  <span class={`status ${app.probe_status}`}>{statusWords[app.probe_status] ?? app.probe_status}</span>
);

const CpuCost = ({ cost }: { cost: Cost | undefined }) =>
  cost === undefined || cost.cycles === 0 ? null : (
    <span
      title={`Of one core, in the last minute: ${coreShare(cost.daemon_cpu_share)} in the daemon (measured), and at most ${coreShare(cost.application_share_at_most)} in the application (how long it was asked).`}
    >
      {' '}
      · {coreShare(cost.daemon_cpu_share)} CPU
    </span>
  );
