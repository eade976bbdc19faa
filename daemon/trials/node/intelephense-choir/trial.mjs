/** Intelephense as it is published and minified, a language server of PHP over its standard input: two files of a choir's web site, one with a mistake. */
const frame = (message) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const choir = `<?php

namespace Choir;

/** Who sings, and what. */
class Singer
{
    public const VOICES = ['soprano', 'alto', 'tenor', 'bass'];

    public function __construct(private string $name, private string $voice)
    {
    }

    public function greeting(): string
    {
        return "Sing, {$this->name}!";
    }
}

function rehearsalsPerMonth(int $weeks): int
{
    return $weeks * 2;
}
`;
const concert = `<?php

use Choir\\Singer;
use function Choir\\rehearsalsPerMonth;

$soloist = new Singer('Birgit', 'alto');
echo $soloist->greeting();
echo rehearsalsPerMonth(4);
echo $soloist->encore();
`;

export default {
  get: { npm: { intelephense: '1.18.5' } },
  start: ({ modules, work }) => ['node', [`${modules}/intelephense/lib/intelephense.js`, '--stdio'], { cwd: work }],
  async drive({ stdin, until, said, write, work }) {
    const file = write('site/Singer.php', choir);
    write('site/concert.php', concert);
    const root = `file://${file.replace('/Singer.php', '')}`;
    const settings = {
      files: { maxSize: 750000, associations: ['*.php', '*.phtml'], exclude: ['**/archive/**'] },
      environment: { phpVersion: '8.2.0', shortOpenTag: true },
      diagnostics: { enable: true, undefinedMethods: true, unusedSymbols: false },
      format: { enable: false, braces: 'k&r' },
      completion: { maxItems: 64 },
      telemetry: { enabled: false },
    };
    stdin(
      frame({
        id: 1,
        method: 'initialize',
        params: {
          processId: null,
          clientInfo: { name: 'Chorister', version: '4.1.0' },
          rootUri: root,
          rootPath: file.replace('/Singer.php', ''),
          capabilities: {
            textDocument: { publishDiagnostics: {}, synchronization: {}, documentSymbol: {} },
            workspace: { workspaceFolders: true, configuration: true },
          },
          workspaceFolders: [{ uri: root, name: 'choir site' }],
          initializationOptions: { storagePath: `${work}/storage`, globalStoragePath: `${work}/global`, clearCache: true },
        },
      }),
    );
    await until(() => said().includes('"id":1'), 'the server');
    stdin(frame({ method: 'initialized', params: {} }));
    const open = (name, version, text) =>
      stdin(
        frame({
          method: 'textDocument/didOpen',
          params: { textDocument: { uri: `${root}/${name}`, languageId: 'php', version, text } },
        }),
      );
    open('Singer.php', 13, choir);
    open('concert.php', 29, concert);
    const answered = new Set();
    await until(() => {
      for (const [, text] of said().matchAll(/Content-Length: \d+\s+(\{[^\r\n]*?\})(?=Content-Length|\s*$)/g)) {
        const { id, method, params } = JSON.parse(text);
        if (id === undefined || method === undefined || answered.has(id)) continue;
        answered.add(id);
        const part = (section) => (section ?? '').split('.').reduce((all, one) => all?.[one], { intelephense: settings });
        const result = method === 'workspace/configuration' ? params.items.map(({ section }) => part(section) ?? null) : null;
        stdin(frame({ id, result }));
      }
      return /Undefined method/.test(said());
    }, 'what it finds');
  },
};
