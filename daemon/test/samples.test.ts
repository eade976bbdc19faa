import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { type Block, blocksOf, repository } from './documented.js';

/**
 * The TypeScript samples of the packages' pages, compiled as a careful reader would. A sample that goes on from something says of what type that is
 * in a comment above it: `<!-- given: declare const app: AppProcess; -->`.
 */
const pages = [
  ...readdirSync(path.join(repository, 'packages')).map((name) => `packages/${name}/README.md`),
  'daemon/README.md',
  'docs/writing-a-probe.md',
];

const fileOf = (page: string, { line }: Block): string => path.join(repository, path.dirname(page), `sample-line-${line}.ts`);

const samples = new Map(
  pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'ts')
      .map((block) => [fileOf(page, block), `${block.given}\n${block.text}\nexport {};\n`] as const),
  ),
);

test('every sample compiles, strictly', { timeout: 120_000 }, () => {
  const { config } = ts.readConfigFile(path.join(repository, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, repository);
  expect([options.strict, options.exactOptionalPropertyTypes]).toEqual([true, true]);
  const named = { ...options.paths, '@substrate/daemon': ['./daemon/src/index.ts'] };
  const paths = Object.fromEntries(
    Object.entries(named).map(([name, places]) => [name, places.map((place) => path.join(repository, place))]),
  );
  const own = { ...options, paths, verbatimModuleSyntax: false };
  const host = ts.createCompilerHost(own);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => samples.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const text = samples.get(file);
    return text === undefined ? getSourceFile(file, ...rest) : ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  };
  const compiled = ts.createProgram([...samples.keys()], own, host);
  const found = [...samples.keys()].flatMap((file) => {
    const source = compiled.getSourceFile(file);
    return [...compiled.getSyntacticDiagnostics(source), ...compiled.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) => {
        const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
        const code = samples.get(file)?.split('\n')[line];
        return `${path.relative(repository, file)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${code}`;
      },
    );
  });
  expect(found).toEqual([]);
  expect(samples.size).toBeGreaterThan(15);
});
