#!/usr/bin/env node
/**
 * Makes a recorded capture small enough to be kept, without changing what it is like:
 *
 *   node scripts/trim.mjs FROM TO [MAX_NODES]
 *
 * Long texts and lists are cut as a probe would cut them, places of this machine are replaced, and where there is still more than
 * MAX_NODES (3000), the largest roots lose their deepest levels first.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to, most = '3000'] = process.argv.slice(2);
if (!from || !to) {
  process.stderr.write('usage: node scripts/trim.mjs FROM TO [MAX_NODES]\n');
  process.exit(2);
}

/** Folders and addresses of the machine that it was recorded on. */
const withoutPlaces = (text) =>
  text
    .replace(/(?<![\w.-])\/(?:tmp|work)\/[\w.-]+(?=[/"\s:);,\\]|$)/gm, '/home/user')
    .replace(/(?<![\w.-])\/(?:tmp|root|work)(?=[/"\s:);,\\]|$)/gm, '/home/user')
    .replace(/\b(?:192\.168|10\.\d+)\.\d+\.\d+\b/g, '192.0.2.7');

const trimmed = (node, depth) => {
  const next = { ...node };
  if (typeof next.value === 'string' && next.value.length > 200) next.value = `${next.value.slice(0, 199)}…`;
  if (!node.children) return next;
  const longest = node.kind === 'object' ? 80 : 12;
  if (depth === 0)
    return {
      ...next,
      children: node.children
        .filter((child) => !child.children)
        .slice(0, longest)
        .map((child) => trimmed(child, 0)),
    };
  next.children = node.children.slice(0, longest).map((child) => trimmed(child, depth - 1));
  if (node.children.length > longest && node.kind !== 'object') next.size = Math.max(node.size ?? 0, node.children.length);
  return next;
};

const countOf = (node) => 1 + (node.children ?? []).reduce((sum, child) => sum + countOf(child), 0);

const capture = JSON.parse(readFileSync(from, 'utf8'));
let roots = capture.roots.map((root) => trimmed(root, 12));
for (let depth = 8; depth > 1; depth--) {
  const total = roots.reduce((sum, root) => sum + countOf(root), 0);
  if (total <= Number(most)) break;
  const share = total / roots.length;
  roots = roots.map((root) => (countOf(root) > share ? trimmed(root, depth) : root));
}
const every = Math.ceil(capture.actions.length / 150);
const { known, ...rest } = capture;
const actions = capture.actions.filter((_, at) => at % every === 0);
const text = withoutPlaces(JSON.stringify({ ...rest, roots, actions }));
writeFileSync(to, `${text}\n`);
process.stdout.write(`${to}: ${roots.reduce((sum, root) => sum + countOf(root), 0)} nodes, ${text.length} bytes\n`);
