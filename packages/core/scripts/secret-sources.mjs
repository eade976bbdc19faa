/**
 * The table of secrets as sources for the parts that run inside targets: `node scripts/secret-sources.mjs` writes them anew. They are kept with the others, so that
 * those parts are built from what lies in their folders; a test says when they are behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const literal = (text) =>
  `"${text.replace(/[^ !#-[\]-~]/g, (sign) => (sign === '\n' ? '\\n' : sign === '\t' ? '\\t' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`))}"`;

/** Lists as lines: their name and what is in them, told apart by tabs. */
const lines = () => {
  const { names, siblings, values } = JSON.parse(readFileSync(at('../secrets.json'), 'utf8'));
  return Object.entries({ ...names, ...siblings, ...values }).map(([name, items]) => [name, ...items].join('\t'));
};

const warning = 'Made of packages/core/secrets.json by its scripts/secret-sources.mjs: change it there.';

/** By the file they belong in. */
export const secretSources = () => {
  const parts = lines().map((line) => literal(`${line}\n`));
  const java = `package dev.substrate.core;\n\n/** ${warning} */\nfinal class SecretTable {\n  private SecretTable() {}\n\n  static final String TEXT =\n      ${parts.join('\n          + ')};\n}\n`;
  const csharp = `namespace Substrate.Payload;\n\n/// <summary>${warning}</summary>\npublic static class SecretTable\n{\n    public const string Text =\n        ${parts.join('\n        + ')};\n}\n`;
  return {
    [at('../../probe-jvm/native/agent/core/dev/substrate/core/SecretTable.java')]: java,
    [at('../../probe-clr/native/payload/SecretTable.cs')]: csharp,
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of Object.entries(secretSources())) writeFileSync(file, text);
