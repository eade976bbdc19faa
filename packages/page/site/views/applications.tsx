import type { AppSummary } from '../api.js';
import { percent, runtimeMarks, statusWords } from '../format.js';
import { useStore } from '../store.js';
import { Copy } from './copy.js';

/** What runs here: what can be read first, then what can not, with the reason and the remedy. */
export const Applications = ({ choose, chosen }: { choose: (app: AppSummary) => void; chosen: number | undefined }) => {
  const { apps, loaded } = useStore();
  const readable = apps.filter((app) => app.has_state);
  const others = apps.filter((app) => !app.has_state);
  if (loaded && apps.length === 0)
    return (
      <p class="quiet pad">
        No application is tracked. Start one, or look at <code>substrate doctor</code>.
      </p>
    );
  return (
    <>
      <ul class="apps">
        {readable.map((app) => (
          <li key={app.pid}>
            <button type="button" aria-pressed={app.pid === chosen} onClick={() => choose(app)}>
              <Mark app={app} />
              <span class="name">{app.app_name}</span>
              <span class={`status ${app.probe_status}`}>{statusWords[app.probe_status]}</span>
              <span class="facts">
                {app.object_count} keys, {app.action_count} actions, {percent(app.confidence)} sure
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
                <div>
                  <Mark app={app} />
                  <span class="name">{app.app_name}</span>
                  <span class={`status ${app.probe_status}`}>{statusWords[app.probe_status]}</span>
                  <span class="facts">
                    {app.runtime_name}, pid {app.pid}
                  </span>
                </div>
                {app.status_reason !== null && (
                  <p>
                    {app.status_reason} <Copy text={app.status_reason}>Copy</Copy>
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

const Mark = ({ app }: { app: AppSummary }) => (
  <span class={`mark ${app.runtime}`} title={app.runtime_name} aria-hidden="true">
    {runtimeMarks[app.runtime] ?? '··'}
  </span>
);
