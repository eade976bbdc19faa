import { describe, expect, it } from 'vitest';
import { createScriptedApplication } from './scripted-application.js';
import { openWorld, transports } from './world.js';

const v1 = '/substrate/v1';

/** A sample of Prometheus' text format. */
const sample = /^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?\d+(\.\d+)?(e-?\d+)?$/;

describe.each(transports)('decisions §10: GET /metrics, %s', (transport) => {
  it('needs a key, takes no query, and is Prometheus text', async () => {
    await using world = await openWorld(transport);
    expect((await world.get('/metrics', { key: null })).error.code).toBe('missing_key');
    expect((await world.get('/metrics?x=1')).error.code).toBe('invalid_request');
    const reply = await world.get('/metrics');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const named = new Set<string>();
    for (const line of reply.text.trimEnd().split('\n')) {
      const about = /^# (HELP|TYPE) (\S+) \S/.exec(line);
      if (about) named.add(about[2] as string);
      else {
        expect(line).toMatch(sample);
        expect(named).toContain(/^[a-z_]+?(?=(_bucket|_sum|_count)?[{ ])/.exec(line)?.[0]);
      }
    }
    for (const name of ['substrate_event_loop_delay_seconds', 'process_resident_memory_bytes', 'substrate_uptime_seconds'])
      expect(named).toContain(name);
  });

  it('counts answers by route and status with their times, refusals, applications and what is open', async () => {
    const cold = createScriptedApplication({ pid: 102, appId: 'cold', status: 'cold_probe', runtime: 'jvm' });
    await using world = await openWorld(transport, { others: [cold] });
    await world.get(`${v1}/state/101`);
    await world.get(`${v1}/state/101`);
    await world.get(`${v1}/state/9`);
    await world.get('/nothing');
    await world.act({ pid: 101, action: 'look', parameters: {} });
    const { text } = await world.get('/metrics');
    for (const line of [
      'substrate_requests_total{route="state",status="200"} 2',
      'substrate_requests_total{route="state",status="404"} 1',
      'substrate_requests_total{route="none",status="404"} 1',
      'substrate_requests_total{route="action",status="200"} 1',
      'substrate_request_duration_seconds_bucket{route="state",le="+Inf"} 3',
      'substrate_request_duration_seconds_count{route="state"} 3',
      'substrate_refusals_total{code="not_found"} 1',
      'substrate_refusals_total{code="route_not_found"} 1',
      'substrate_applications{runtime="v8",status="active"} 1',
      'substrate_applications{runtime="jvm",status="cold_probe"} 1',
      'substrate_probe_cycles_total{outcome="ok"} 0',
      'substrate_requests_in_flight 1',
      'substrate_requests_waiting 0',
      'substrate_watchers 0',
      'substrate_build_info{version="1.2.3"} 1',
    ])
      expect(text.split('\n')).toContain(line);
    expect(Number(/_sum\{route="action"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(0.1);
  });

  it('has nothing of what an application says', async () => {
    const odd = createScriptedApplication({ pid: 102, appId: 'sentinel-id' });
    odd.set({ 'sentinel.key': 'sentinel-value' });
    await using world = await openWorld(transport, { others: [odd] });
    await world.get(`${v1}/state/102`);
    await world.act({ app_id: 'sentinel-id', action: 'sentinel-action', parameters: {} });
    await world.get('/sentinel-path?sentinel=1');
    expect((await world.get('/metrics')).text).not.toContain('sentinel');
  });
});
