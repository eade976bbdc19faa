import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkshop, type RunningDaemon } from './support.js';

/**
 * The protocol's own suite against `/mcp`. It sends no key, so the daemon asks for none. The scenarios that do not apply need prompts,
 * completion, sampling, elicitation or sessions, which this server does not have, or call tools and read resources of the suite's own
 * example server; docs/mcp-conformance.md lists them all, with the newer release of the suite.
 */
const suite = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const workshop = createWorkshop();
let daemon: RunningDaemon;

beforeAll(async () => {
  daemon = await workshop.daemon({ SUBSTRATE_AUTH__REQUIRE_KEY: 'false' });
});
afterAll(() => workshop[Symbol.asyncDispose]());

it.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'])('%s', async (scenario) => {
  const args = [suite, 'server', '--url', `${daemon.url}/mcp`, '--scenario', scenario];
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: workshop.folder, timeout: 45_000 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  expect(said).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
});
