import { existsSync, rmSync, symlinkSync } from 'node:fs';

const wrecks = `wreck,built,sank,depth,cargo,flag
Vesta,1864,1871,32,coal,Norway
Hope,1899,1902,18,timbr,Sweden
Maria Dolores,1911,1917,54,wine,Spain
Nordlys,1902,1926,41,timbr,norway
Krabbe,1930,1944,12,gravel,Denmark
`;
const fleet = 'boat;captain\nSula;Ingolf Dahl\nTern;Beate Moe\n';

/** OpenRefine as Debian has it, a server to clean tables with: two projects, one that was cleaned and has rows with a star and a flag. */
export default {
  get: {
    debian: [
      'openrefine',
      'velocity',
      'ant',
      'libclojure-java',
      'libspec-alpha-clojure',
      'libcore-specs-alpha-clojure',
      'jython',
    ],
  },
  start({ root, work, port }) {
    rmSync(`${work}/projects`, { recursive: true, force: true });
    // Debian's alternatives would lay this link.
    const clojure = `${root}/usr/share/java/clojure.jar`;
    if (!existsSync(clojure)) symlinkSync('clojure-1.11.1.jar', clojure);
    const folder = `${root}/usr/share/openrefine`;
    const options = { headless: true, host: '127.0.0.1', port: port(), data_dir: `${work}/projects`, webapp: `${folder}/webapp` };
    return [
      'java',
      [
        '-Xmx256m',
        '-cp',
        `${folder}/server/*`,
        ...Object.entries(options).map(([name, value]) => `-Drefine.${name}=${value}`),
        'com.google.refine.Refine',
      ],
    ];
  },
  ready: ({ until, json }) => until(async () => (await json('/command/core/get-version')).version, 'the server'),
  async drive({ url, json }) {
    const token = async () => `csrf_token=${(await json('/command/core/get-csrf-token')).token}`;
    const create = async (name, file, text, separator) => {
      const form = new FormData();
      form.set('project-file', new Blob([text], { type: 'text/csv' }), file);
      form.set('project-name', name);
      form.set('format', 'text/line-based/*sv');
      form.set('options', JSON.stringify({ separator, headerLines: 1, guessCellValueTypes: true }));
      const answer = await fetch(`${url}/command/core/create-project-from-upload?${await token()}`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      });
      return new URL(answer.headers.get('location')).searchParams.get('project');
    };
    const post = async (command, project, values) =>
      fetch(`${url}/command/core/${command}?project=${project}&${await token()}`, {
        method: 'POST',
        body: new URLSearchParams(values),
      }).then((answer) => answer.json());
    const project = await create('Wrecks of the sound', 'wrecks.csv', wrecks, ',');
    await create('Survey boats', 'boats.csv', fleet, ';');
    const engine = { facets: [], mode: 'row-based' };
    const cleaning = [
      {
        op: 'core/mass-edit',
        engineConfig: engine,
        columnName: 'cargo',
        expression: 'value',
        edits: [{ from: ['timbr'], fromBlank: false, fromError: false, to: 'timber' }],
      },
      { op: 'core/column-rename', oldColumnName: 'depth', newColumnName: 'fathoms' },
    ];
    await post('apply-operations', project, { operations: JSON.stringify(cleaning) });
    await post('annotate-one-row', project, { row: '2', starred: 'true' });
    await post('annotate-one-row', project, { row: '4', flagged: 'true' });
    await post('set-project-tags', project, { old: '', new: 'diving' });
    await post('set-project-metadata', project, { name: 'subject', value: 'Ships lost before 1950' });
  },
};
