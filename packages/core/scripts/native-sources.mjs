/**
 * The tables that the parts inside targets share with us (`secrets.json`, `node-wire.json`) as sources of Java and C#: `node scripts/native-sources.mjs` writes them anew.
 * They are kept with the others, so that those parts are built from what lies in their folders; a test says when they are behind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const table = (name) => JSON.parse(readFileSync(at(`../${name}`), 'utf8'));
const java = (name) => at(`../../probe-jvm/native/agent/core/dev/substrate/core/${name}.java`);
const csharp = (name) => at(`../../probe-clr/native/payload/${name}.cs`);
const warning = (name) => `Made of packages/core/${name} by its scripts/native-sources.mjs: change it there.`;

const literal = (text) =>
  `"${text.replace(/[^ !#-[\]-~]/g, (sign) => (sign === '\n' ? '\\n' : sign === '\t' ? '\\t' : sign === '"' ? '\\"' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`))}"`;

/** Lists as lines: their name and what is in them, told apart by tabs. */
const secretSources = () => {
  const { names, siblings, values } = table('secrets.json');
  const parts = Object.entries({ ...names, ...siblings, ...values }).map(([name, items]) =>
    literal(`${[name, ...items].join('\t')}\n`),
  );
  const made = warning('secrets.json');
  return {
    [java('SecretTable')]:
      `package dev.substrate.core;\n\n/** ${made} */\nfinal class SecretTable {\n  private SecretTable() {}\n\n  static final String TEXT =\n      ${parts.join('\n          + ')};\n}\n`,
    [csharp('SecretTable')]:
      `namespace Substrate.Payload;\n\n/// <summary>${made}</summary>\npublic static class SecretTable\n{\n    public const string Text =\n        ${parts.join('\n        + ')};\n}\n`,
  };
};

const title = (word) => word[0].toUpperCase() + word.slice(1);

const wireSources = () => {
  const { fields, content, omissions, sources, limits } = table('node-wire.json');
  const tags = Object.entries({ ...fields, ...content });
  const made = warning('node-wire.json');
  const words = (type, from) =>
    `    public static ReadOnlySpan<byte> Of(${type} one) => one switch\n    {\n${from
      .slice(0, -1)
      .map((word) => `        ${type}.${title(word)} => ${literal(`"${word}"`)}u8,\n`)
      .join('')}        _ => ${literal(`"${from.at(-1)}"`)}u8,\n    };\n`;
  return {
    [java('Wire')]:
      `package dev.substrate.core;\n\n/** ${made} */\nfinal class Wire {\n  private Wire() {}\n\n${tags.map(([name, tag]) => `  static final String ${name.toUpperCase()} = ${literal(`"${tag}":`)};\n`).join('')}  static final int DEPTH = ${limits.depth};\n}\n`,
    [csharp('Wire')]:
      `using System;\n\nnamespace Substrate.Payload;\n\n/// <summary>${made}</summary>\npublic static class Wire\n{\n${tags.map(([name, tag]) => `    public static ReadOnlySpan<byte> ${title(name)} => ${literal(`"${tag}":`)}u8;\n`).join('')}    public const int Depth = ${limits.depth};\n}\n\npublic static class WireWords\n{\n${words('Omission', omissions)}\n${words('Source', sources)}}\n\npublic enum Omission : byte { None, ${omissions.map(title).join(', ')} }\n\npublic enum Source : byte { ${sources.map(title).join(', ')} }\n`,
  };
};

/** By the file they belong in. */
export const nativeSources = () => ({ ...secretSources(), ...wireSources() });

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of Object.entries(nativeSources())) writeFileSync(file, text);
