import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { createJvmProbe } from '../src/index.js';
import { classPath, missing, patience, start, whole } from './jvm.js';

/** Debian's `libtomcat10-java`. */
const folder = process.env.SUBSTRATE_TEST_JARS ?? '/usr/share/java';
const parts = 'catalina coyote api servlet-api util util-scan juli annotations-api jaspic-api el-api jsp-api jni'.split(' ');
const jars = parts.map((part) => `${folder}/tomcat10-${part}.jar`);
const hasTomcat = jars.every((jar) => existsSync(jar));
if (!hasTomcat) console.warn('skipped: the test of servlets needs libtomcat10-java, which is missing on this machine.');

describe.runIf(hasTomcat && requireRuntime('jvm', missing()))('a container of servlets', { timeout: 240_000 }, () => {
  test('is asked over its own port for what its servlets are mapped to', async () => {
    const source = fileURLToPath(new URL('servlets/Well.java', import.meta.url));
    execFileSync('javac', ['-nowarn', '-cp', jars.join(':'), '-d', classPath(), source], { stdio: 'pipe' });
    const base = mkdtempSync(join(tmpdir(), 'substrate-well-'));
    // It says much before it is ready.
    const running = await start('Well', { jars, arguments: [base], options: ['-Djava.util.logging.config.file=/dev/null'] });
    try {
      await using session = await createJvmProbe().attach(running.app, undefined, patience());
      const { actions } = await whole(session, 'discover');
      const routes = actions.filter(({ kind }) => kind === 'route');
      expect(routes.map(({ name }) => name)).toEqual(['REQUEST /well/wish']);
      const [wish] = routes;
      // What the servlet answers, as its class has it.
      expect(wish?.parameters.find(({ name }) => name === 'method')?.choices).toEqual(['POST', 'DELETE']);
      const ask = (parameters: Record<string, unknown>) =>
        session.invoke(
          { address: wish?.address ?? '', parameters, timeoutMs: 30_000 } as Parameters<typeof session.invoke>[0],
          patience(),
        );
      expect(await ask({ body: 'a rope', below: 'deep' })).toMatchObject({
        ok: true,
        value: { status: 200, body: { wishes: 1 } },
      });
      const { roots } = await whole(session, 'poll');
      expect(JSON.stringify(roots.find(({ address }) => address === 'static:Well'))).toContain('a rope /deep');
      expect(await ask({ method: 'DELETE' })).toMatchObject({ ok: true, value: { status: 200 } });
      expect(await ask({ method: 'GET' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    } finally {
      await running.stop();
      rmSync(base, { recursive: true });
    }
  });
});
