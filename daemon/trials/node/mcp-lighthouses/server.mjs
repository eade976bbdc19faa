import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

class Lighthouses {
  #byName = new Map();
  #faults = [];
  constructor(coast) {
    this.coast = coast;
    this.calls = { ok: 0, refused: 0 };
  }
  build(name, character, range, keeper) {
    this.#byName.set(name, { character, range, keeper, percent: 100, lit: true });
  }
  get(name) {
    const found = this.#byName.get(name);
    if (found) this.calls.ok += 1;
    else this.calls.refused += 1;
    return found;
  }
  dim(name, percent) {
    const found = this.get(name);
    if (found) found.percent = percent;
    return found;
  }
  report(lighthouse, fault, severity) {
    this.#faults.push({ number: 70 + this.#faults.length, lighthouse, fault, severity, open: true });
    if (severity > 3) this.get(lighthouse).lit = false;
    return this.#faults.at(-1);
  }
  mend() {
    for (const fault of this.#faults) {
      fault.open = false;
      this.#byName.get(fault.lighthouse).lit = true;
    }
  }
}

const lighthouses = new Lighthouses(process.argv[2]);
lighthouses.build('Gannet Rock', 'Fl(2) 10s', 18, 'Hedda Moe');
lighthouses.build('North Stack', 'Oc 6s', 14, 'Peder Lie');
lighthouses.build('Saltholm', 'Iso R 4s', 9, null);

const server = new McpServer({ name: 'lighthouse-desk', version: '0.4.2' }, { instructions: 'Ask before a light goes out.' });
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value ?? 'no such lighthouse') }] });
server.registerTool(
  'dim',
  {
    title: 'Dim a light',
    description: 'Sets how bright a light is',
    inputSchema: { lighthouse: z.string(), percent: z.number() },
  },
  ({ lighthouse, percent }) => text(lighthouses.dim(lighthouse, percent)),
);
server.registerTool(
  'report_fault',
  {
    title: 'Report a fault',
    description: 'Writes a fault down',
    inputSchema: { lighthouse: z.string(), fault: z.string(), severity: z.number() },
  },
  ({ lighthouse, fault, severity }) => text(lighthouses.report(lighthouse, fault, severity)),
);
server.registerTool('mend_all', { title: 'Mend all', description: 'Closes all faults' }, () => {
  lighthouses.mend();
  return text('mended');
});
server.registerResource('chart', 'chart://coast', { title: 'Chart of the coast', mimeType: 'text/plain' }, (uri) => ({
  contents: [{ uri: uri.href, text: lighthouses.coast }],
}));
await server.connect(new StdioServerTransport());
