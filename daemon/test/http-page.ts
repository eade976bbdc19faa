import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RouteId, routes } from '@substrate/core/openapi';
import { repository } from './documented.js';
import { type RunningDaemon, until, watch } from './support.js';

/** `docs/http.md`, made of what a real daemon answers about the todo server. What differs from run to run is replaced by something alike. */
export const httpPageFile = path.join(repository, 'docs/http.md');
export const readHttpPage = (): string => readFileSync(httpPageFile, 'utf8');

interface Example {
  readonly id: RouteId;
  readonly text: string;
  readonly path: string;
  readonly body?: Record<string, unknown>;
  /** Only this of the answer is shown. */
  readonly show?: (body: unknown) => unknown;
}

export const makeHttpPage = async (daemon: RunningDaemon, pid: number): Promise<string> => {
  const headers = { 'X-Substrate-Key': daemon.key as string };

  /** What the application does by itself, or is known only once it was seen to change, is not of the example. */
  const isOfTheExample = (key: unknown): boolean =>
    typeof key !== 'string' || !/^(process|timers|servers|requests|reminders|last_changed_at)\b/.test(key);
  /** Keys are served in the order of their worth, which is learned with time. */
  const isByKey = (key: string): boolean => /^(objects|outline|state_delta|changed|added|removed|changed_\w+)$/.test(key);
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const fixed: Readonly<Record<string, unknown>> = {
    version: '1.2.3',
    ticket: 'q0cXVm…',
    tracked_processes: 1,
    sequence: 1,
    rank: 15,
    served_keys: 34,
    worth: 1.2,
    window_secs: 60,
    cycles: 30,
    daemon_cpu_share: 0.002,
    application_share_at_most: 0.004,
    prev_capture_id: '0198f2a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
    cache_hit: true,
    probe_tier: 'aso_fast',
    schema_version: '1.0.0',
    new_schema_version: '1.0.1',
  };
  const alike = (value: unknown, key = ''): unknown => {
    if (Object.hasOwn(fixed, key)) return fixed[key];
    if (Array.isArray(value)) {
      const shown = value.filter((one) => isOfTheExample(one) && isOfTheExample(one?.path));
      return (isByKey(key) ? shown.sort((a, b) => order(a.path ?? a, b.path ?? b)) : shown).map((one) => alike(one));
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).filter(([name]) => isOfTheExample(name));
      if (isByKey(key)) entries.sort(([a], [b]) => order(a, b));
      return Object.fromEntries(entries.map(([name, one]) => [name, alike(one, name)]));
    }
    if (value === pid) return 4711;
    if (typeof value === 'number' && /_ms$|^uptime_secs$|^poll_cycles$/.test(key)) return 12;
    if (typeof value === 'number' && /_count$/.test(key)) return 34;
    if (typeof value === 'number' && /confidence$/.test(key)) return 0.99;
    return typeof value === 'string' ? alikeText(value) : value;
  };
  const alikeText = (text: string): string =>
    text
      .replaceAll(daemon.url, 'http://127.0.0.1:7842')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0198f2a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-05-04T09:30:00.000Z')
      .replaceAll(String(pid), '4711');

  const sections: string[] = [];
  const seen = new Set<RouteId>();
  const call = async ({ id, text, path: place, body, show }: Example): Promise<unknown> => {
    seen.add(id);
    const route = routes.find((one) => one.id === id) as (typeof routes)[number];
    const response = await fetch(`${daemon.url}${place}`, {
      method: route.method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = route.media === undefined ? await response.json() : await response.text();
    const shown = show ? show(answer) : answer;
    const given =
      body === undefined
        ? ''
        : ` \\\n  -H 'Content-Type: application/json' -d '${alikeText(JSON.stringify(body)).replaceAll("'", `'\\''`)}'`;
    const key = route.key === 'none' ? '' : ` -H "X-Substrate-Key: $KEY"`;
    sections.push(
      `### ${route.method} ${route.path}\n\n${text}\n\n\`\`\`sh\ncurl -g${key} 'http://127.0.0.1:7842${alikeText(place)}'${given}\n\`\`\`\n\n${response.status}:\n\n${
        typeof shown === 'string' ? `\`\`\`text\n${shown}\`\`\`` : `\`\`\`json\n${JSON.stringify(alike(shown), null, 2)}\n\`\`\``
      }\n`,
    );
    return answer;
  };

  const v1 = '/substrate/v1';
  await call({
    id: 'health',
    text: 'Whether the daemon is alive. The only one beside the OpenAPI document that needs no key.',
    path: '/health',
  });
  await call({ id: 'keyed_health', text: 'The same, for who wants to know whether the key is good.', path: `${v1}/health` });
  await call({
    id: 'apps',
    text: 'What runs here. `has_state` is true once it was read; `status_reason` says what is in the way.',
    path: `${v1}/apps`,
    show: (body) => ({ total: 1, apps: (body as { apps: { pid: number }[] }).apps.filter((app) => app.pid === pid) }),
  });
  const state = (await call({
    id: 'state',
    text: 'A part of a state: keys by prefix or name, and only some of the fields. Without them it is whole. `fresh=true` reads the application first. The list of `actions` is left out here.',
    path: `${v1}/state/${pid}?prefix=todos[1]&include=objects,context,metadata`,
  })) as { capture_id: string; schema_version: string };
  await call({
    id: 'state',
    text: 'Every endpoint with a pid is also there by the `app_id`, which outlives a restart: `/substrate/v1/apps/{app_id}/state` and so on. `outline=true` tells what lies where; those of the first are shown.',
    path: `${v1}/apps/todo-server/state?outline=true&prefix=todos`,
    show: (body) => ({
      outline: (body as { outline: { path: string }[] }).outline.filter(({ path }) => path.startsWith('todos[0]')),
    }),
  });
  await call({
    id: 'schema',
    text: 'The actions, with their parameters. One of five is shown.',
    path: `${v1}/schema/${pid}`,
    show: (body) => {
      const { actions, ...rest } = body as { actions: Record<string, unknown> };
      return { ...rest, actions: { set_done: actions.set_done } };
    },
  });
  await call({
    id: 'search',
    text: 'Keys by words of their names and values; `kind=actions` looks for actions.',
    path: `${v1}/search/${pid}?q=dentist`,
  });
  await call({
    id: 'why',
    text: 'Why a key is called what it is and served where it is. `reasons` and `explanation`, which say what its worth is made of, are left out here.',
    path: `${v1}/why/${pid}?key=account.owner`,
    show: (body) => ({ ...(body as object), reasons: [], explanation: '…' }),
  });
  await call({
    id: 'action',
    text: 'Runs an action and proves the outcome. `updated_state` is left out here.',
    path: `${v1}/action`,
    body: { app_id: 'todo-server', action: 'set_done', parameters: { id: 1 }, verify_expression: 'todos[0].done === true' },
    show: (body) => ({ ...(body as object), updated_state: null }),
  });
  await call({
    id: 'action',
    text: 'An action that can not be undone is refused without a `verify_expression`. Every error has this form.',
    path: `${v1}/action`,
    body: { app_id: 'todo-server', action: 'remove_todo', parameters: { id: 1 } },
  });
  await call({
    id: 'verify',
    text: 'Whether an expression is, or becomes, true.',
    path: `${v1}/verify`,
    body: { pid, expression: 'todos.some((todo) => !todo.done)' },
  });
  await call({ id: 'diff', text: 'What changed since a capture.', path: `${v1}/diff/${pid}?since=${state.capture_id}` });
  await call({
    id: 'timeline',
    text: 'What was done in an application and by whom, newest first. One of them is shown.',
    path: `${v1}/timeline/${pid}`,
    show: (body) => {
      const { captures, actions, ...rest } = body as {
        captures: { changed: number | null; keys: string[] }[];
        actions: unknown[];
      };
      // What else changed in the same moment, and so how much, differs from run to run.
      const told = captures.map((one) => {
        const keys = one.keys.filter((key) => key.startsWith('todos'));
        return { ...one, changed: one.changed === null ? null : keys.length, keys };
      });
      return { ...rest, captures: told, actions: actions.slice(-1) };
    },
  });
  seen.add('watch');
  const watching = await watch(daemon, pid);
  await daemon.post('/action', { pid, action: 'add_todo', parameters: { title: 'Buy tea' } });
  const message = await until(() => watching.messages().find((one) => one.includes('todos[3].title')), 'the change');
  sections.push(
    `### WebSocket ${v1}/watch/{pid}\n\nA message for each change: which keys, not their values, unless \`values=true\` asks for them. The key may also be the query parameter \`key\`. When the process exits the connection is closed with 1000.\n\n\`\`\`json\n${JSON.stringify(alike(JSON.parse(message)), null, 2)}\n\`\`\`\n`,
  );
  await call({
    id: 'learn',
    text: 'Corrects a name; from then on it is the name of that key, in this and every later process of the application.',
    path: `${v1}/learn/${pid}`,
    body: {
      capture_id: state.capture_id,
      schema_version: state.schema_version,
      feedback_type: 'label_correction',
      corrections: [{ observed_key: 'account.plan', correct_label: 'account.tariff', correct_type: 'string' }],
    },
  });
  await call({
    id: 'ticket',
    text: 'A ticket for the page: `GET /?ticket=…` signs a browser in, once, within 60 seconds.',
    path: `${v1}/ticket`,
    body: {},
  });
  await call({
    id: 'costs',
    text: 'What reading each application costs, as shares of one core.',
    path: `${v1}/costs`,
    show: (body) => ({ ...(body as object), apps: (body as { apps: { pid: number }[] }).apps.filter((app) => app.pid === pid) }),
  });
  await call({
    id: 'metrics',
    text: 'Counts and times of the daemon itself, for Prometheus. The names are shown.',
    path: '/metrics',
    show: (body) => `${[...(body as string).matchAll(/^# TYPE .*$/gm)].map(([line]) => line).join('\n')}\n`,
  });
  await call({
    id: 'openapi',
    text: 'The whole interface for tools, also as [openapi.json](openapi.json).',
    path: `${v1}/openapi.json`,
    show: (body) => ({ openapi: (body as { openapi: string }).openapi }),
  });

  const missing = routes.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
  if (missing.length > 0) throw new Error(`docs/http.md has no example of ${missing.join(', ')}`);
  return `# Every endpoint, by example

Made of what a daemon answered about the todo server of the examples, by \`daemon/test/readme.live.test.ts\`, which fails when this page is not true any more
(\`SUBSTRATE_UPDATE_HTTP=1\` writes it anew). Ids, times and counts are replaced by ones that look alike. The key goes into the header \`X-Substrate-Key\`, or
\`Authorization: Bearer\`; the commands below take it from \`KEY=$(cat ~/.substrate/client.key)\`. Every answer has an \`X-Request-Id\`.

${sections.join('\n')}`;
};
