(() => {
  const sources = {
    'pitch.js': [
      '// blade pitch',
      'const rated = 14;',
      'export const pitch = (wind) => (wind > rated ? (wind - rated) * 3 : 0);',
      '',
    ],
    'yaw.js': [
      '// turn into the wind',
      'let heading = 215;',
      'export function yaw(vane) {',
      '  heading += Math.sign(vane) * 2;',
      '  return heading;',
      '}',
      '',
    ],
    'limits.json': ['{', '  "maxRpm": 17,', '  "cutOut": 25', '}', ''],
  };
  require.config({ paths: { vs: '/node_modules/monaco-editor/min/vs' } });
  require(['vs/editor/editor.main'], () => {
    const models = new Map();
    const saved = new Map();
    for (const [name, lines] of Object.entries(sources)) {
      const language = name.endsWith('.json') ? 'json' : 'javascript';
      const model = monaco.editor.createModel(lines.join('\n'), language, monaco.Uri.parse(`file:///turbine/${name}`));
      models.set(name, model);
      saved.set(name, model.getAlternativeVersionId());
    }
    const editor = monaco.editor.create(document.getElementById('pane'), {
      model: models.get('pitch.js'),
      fontSize: 15,
      tabSize: 2,
      minimap: { enabled: false },
      wordWrap: 'on',
      automaticLayout: true,
    });
    const tabs = document.getElementById('tabs');
    const status = document.getElementById('status');
    let open = 'pitch.js';
    const isDirty = (name) => models.get(name).getAlternativeVersionId() !== saved.get(name);
    const show = () => {
      const { lineNumber, column } = editor.getPosition();
      status.textContent = `${open}: line ${lineNumber}, column ${column}; ${[...models.keys()].filter(isDirty).length} unsaved`;
      tabs.replaceChildren(
        ...[...models.keys()].map((name) => {
          const tab = document.createElement('button');
          tab.setAttribute('role', 'tab');
          tab.setAttribute('aria-selected', String(name === open));
          tab.textContent = isDirty(name) ? `${name} •` : name;
          tab.onclick = () => {
            open = name;
            editor.setModel(models.get(name));
            show();
          };
          return tab;
        }),
      );
    };
    editor.onDidChangeCursorPosition(show);
    editor.onDidChangeModelContent(show);
    document.getElementById('save').onclick = () => {
      saved.set(open, models.get(open).getAlternativeVersionId());
      show();
    };
    document.getElementById('format').onclick = () => models.get(open).updateOptions({ tabSize: 8 });
    document.getElementById('theme').onchange = ({ target }) => monaco.editor.setTheme(target.value);
    monaco.editor.setModelMarkers(models.get('yaw.js'), 'windfarm', [
      {
        severity: monaco.MarkerSeverity.Warning,
        message: 'heading may pass 360',
        startLineNumber: 4,
        startColumn: 3,
        endLineNumber: 4,
        endColumn: 34,
      },
    ]);
    show();
    document.body.dataset.ready = 'yes';
  });
})();
