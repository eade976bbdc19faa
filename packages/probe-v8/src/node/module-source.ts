/** What the text of an ECMAScript module says of its names. A look at the surface: enough to tell its own variables from imported ones. */
export interface ModuleNames {
  /** Local names of imported bindings: another module's state. */
  readonly imports: readonly string[];
  /** Local names that the module exports. */
  readonly exports: readonly string[];
}

const identifier = '[A-Za-z_$][\\w$]*';
const listed = (text: string, side: 'local' | 'imported'): string[] =>
  text
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [first = '', second] = part.split(/(?<!\s)\s+as\s+/);
      return (side === 'imported' ? (second ?? first) : first).trim();
    })
    .filter((name) => new RegExp(`^${identifier}$`).test(name));

export const readModuleNames = (text: string): ModuleNames => {
  const imports = new Set<string>();
  for (const found of text.matchAll(/(?:^|[;\n])\s*import\s+(?!type\s)([^;'"()]+?)\s*from\s*['"]/g)) {
    const clause = found[1] ?? '';
    for (const braces of clause.matchAll(/\{([^}]*)\}/g))
      for (const name of listed(braces[1] ?? '', 'imported')) imports.add(name);
    const rest = clause.replace(/\{[^}]*\}/g, '');
    for (const part of rest.split(',')) {
      const name = /^(?:\*\s*as\s+)?([A-Za-z_$][\w$]*)$/.exec(part.trim())?.[1];
      if (name !== undefined) imports.add(name);
    }
  }
  const exports = new Set<string>();
  const declared = new RegExp(
    `(?:^|[;\\n}])\\s*export\\s+(?:default\\s+)?(?:async\\s+)?(?:function\\s*\\*?|class|const|let|var)\\s+(${identifier})`,
    'g',
  );
  for (const found of text.matchAll(declared)) if (found[1]) exports.add(found[1]);
  for (const found of text.matchAll(new RegExp(`(?:^|[;\\n}])\\s*export\\s+default\\s+(${identifier})\\s*(?:;|$|\\n)`, 'g'))) {
    if (found[1]) exports.add(found[1]);
  }
  for (const found of text.matchAll(/(?:^|[;\n}])\s*export\s*\{([^}]*)\}(?!\s*from)/g)) {
    for (const name of listed(found[1] ?? '', 'local')) exports.add(name);
  }
  return { imports: [...imports], exports: [...exports] };
};

/** The packages that the text of a module asks for by name. */
export const readPackageNames = (text: string): string[] => {
  const names = new Set<string>();
  for (const found of text.matchAll(
    /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'"]*)?['"]/g,
  ))
    if (found[1]) names.add(found[1]);
  return [...names];
};
