import { describe, expect, it } from 'vitest';
import { createSender, type HttpOptions } from './http.js';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const scripted = (answers: (() => Response)[], options: Partial<HttpOptions> = {}) => {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    sent.push({ url: String(url), init: init ?? {} });
    return (answers.shift() ?? (() => answer(200, {})))();
  };
  return {
    sent,
    send: createSender({ url: 'http://d', key: 'k', fetch: fetch as typeof globalThis.fetch, retry: {}, ...options }),
  };
};

const limited = () =>
  answer(
    429,
    { error: { code: 'rate_limited', message: 'Too many.', request_id: 'r1', retry_after_ms: 3 } },
    { 'retry-after': '1' },
  );

describe('a request', () => {
  it('carries the key, the query and a JSON body', async () => {
    const { sent, send } = scripted([]);
    await send({
      method: 'POST',
      path: '/p',
      query: [
        ['keys', 'a b'],
        ['keys', '&'],
      ],
      body: { a: 1 },
      timeoutMs: 1000,
    });
    expect(sent[0]?.url).toBe('http://d/p?keys=a+b&keys=%26');
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { 'X-Substrate-Key': 'k', 'Content-Type': 'application/json' },
    });
  });

  it('waits and is sent again when the service says later', async () => {
    const { sent, send } = scripted([limited, limited, () => answer(200, { ok: true })]);
    expect((await send({ path: '/p', timeoutMs: 1000 })).body).toEqual({ ok: true });
    expect(sent).toHaveLength(3);
  });

  it('is sent a bounded number of times', async () => {
    const { sent, send } = scripted([limited, limited, limited, limited, limited], { retry: { times: 2 } });
    await expect(send({ path: '/p', timeoutMs: 1000 })).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      requestId: 'r1',
      retryAfterMs: 3,
    });
    expect(sent).toHaveLength(3);
  });

  it('is sent once when that is wished, and when the wait would be too long', async () => {
    const off = scripted([limited], { retry: false });
    await expect(off.send({ path: '/p', timeoutMs: 1000 })).rejects.toMatchObject({ code: 'rate_limited' });
    const long = scripted([() => answer(429, { error: { code: 'rate_limited', message: '' } }, { 'retry-after': '3600' })]);
    await expect(long.send({ path: '/p', timeoutMs: 1000 })).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect([off.sent.length, long.sent.length]).toEqual([1, 1]);
  });

  it('is not sent again after any other failure', async () => {
    const { sent, send } = scripted([
      () => answer(503, { error: { code: 'probe_failed', message: 'x', request_id: 'r' }, executed: false }),
    ]);
    await expect(send({ path: '/p', timeoutMs: 1000 })).rejects.toMatchObject({ code: 'probe_failed', executed: false });
    expect(sent).toHaveLength(1);
  });

  it('stops waiting when its signal says so', async () => {
    const { send } = scripted([() => answer(429, { error: { code: 'rate_limited', message: '', retry_after_ms: 20_000 } })]);
    const control = new AbortController();
    const pending = send({ path: '/p', timeoutMs: 60_000, signal: control.signal });
    setTimeout(() => control.abort(new Error('enough')), 20);
    await expect(pending).rejects.toThrow('enough');
  });

  it('fails with words when nobody answers, or something else does', async () => {
    const dead = createSender({ url: 'http://127.0.0.1:1', key: undefined, fetch: globalThis.fetch, retry: {} });
    await expect(dead({ path: '/', timeoutMs: 5000 })).rejects.toMatchObject({
      code: 'unreachable',
      status: 0,
      message: expect.stringContaining('substrate start'),
    });
    const other = scripted([() => answer(200, '<html>')]);
    await expect(other.send({ path: '/', timeoutMs: 1000 })).rejects.toMatchObject({ code: 'bad_response', status: 200 });
    const mute = scripted([], {
      fetch: ((_: unknown, init: RequestInit) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', reject))) as typeof fetch,
    });
    await expect(mute.send({ path: '/', timeoutMs: 20 })).rejects.toMatchObject({ code: 'timeout' });
  });
});
