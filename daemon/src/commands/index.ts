import type { Command, CommandSpec, Options, Runner } from './command.js';

/**
 * Every subcommand, in the order in which the help lists them. What is told of them is here; their code is loaded when it is run, so that a
 * command takes no longer to start than what it does needs.
 */
const command = (spec: CommandSpec, load: () => Promise<Runner>): Command => ({
  ...spec,
  run: async (args, io) => (await load())(spec, args, io),
});

const json: Options = { json: { type: 'boolean', help: 'Print the answer as JSON, for programs.', example: '--json' } };
const config: Options = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'The configuration file, instead of config.toml in the home folder.',
    example: '--config ./substrate.toml',
  },
};
const local: Options = { ...config, ...json };
const remote: Options = {
  url: {
    type: 'string',
    value: 'URL',
    help: 'Where the daemon is, instead of SUBSTRATE_URL or the one that runs here.',
    example: '--url http://127.0.0.1:7842',
  },
  key: {
    type: 'string',
    value: 'API_KEY',
    help: 'The API key, instead of SUBSTRATE_KEY or the one that "keygen --save" kept.',
    example: '--key sk_substrate_…',
  },
  ...local,
};
const app = 'PID|APP_ID';

export const commands: readonly Command[] = [
  command(
    {
      name: 'start',
      summary: 'Run the daemon in the foreground (also: substrate alone).',
      words: '',
      options: {
        ...config,
        host: { type: 'string', value: 'HOST', help: 'The address to listen on: server.host.', example: '--host 127.0.0.1' },
        port: { type: 'string', value: 'PORT', help: 'The port to listen on, 0 for a free one: server.port.' },
        'log-level': {
          type: 'string',
          value: 'LEVEL',
          choices: ['trace', 'debug', 'info', 'warn', 'error'],
          help: 'How much is logged: log.level.',
          example: '--log-level debug',
        },
        'SECTION.KEY': {
          type: 'string',
          value: 'VALUE',
          help: 'Any other setting of the configuration, by its name.',
          example: '--probe.interval_ms 500',
        },
      },
      examples: ['substrate start --port 0', 'substrate start --config ./substrate.toml --scan.include \'["my-shop"]\''],
    },
    async () => (await import('../start.js')).start,
  ),
  command(
    {
      name: 'try',
      summary: 'See it work: start an example application, read it, act in it, and open the page.',
      words: '',
      options: {
        'no-browser': { type: 'boolean', help: 'Print the address of the page instead of opening it.' },
        once: { type: 'boolean', help: 'End after the three calls, instead of when interrupted.' },
      },
      examples: ['substrate try', 'substrate try --no-browser --once'],
    },
    async () => {
      const { tryOut } = await import('./try.js');
      return tryOut(commands);
    },
  ),
  command(
    {
      name: 'stop',
      summary: 'End the daemon of this home folder, and wait until it has ended.',
      words: '',
      options: json,
      examples: ['substrate stop', 'SUBSTRATE_HOME=~/other substrate stop'],
    },
    async () => (await import('./stop.js')).stop,
  ),
  command(
    {
      name: 'status',
      summary: 'Tell whether the daemon runs and whether the key is good. Exit code 1 when not.',
      words: '',
      options: remote,
      examples: ['substrate status', 'substrate status --json'],
    },
    async () => (await import('./status.js')).status,
  ),
  command(
    {
      name: 'logs',
      summary: 'Show the log of a daemon that runs in the background.',
      words: '',
      options: {
        follow: { type: 'boolean', help: 'Go on with what is logged from now on, until interrupted.' },
        lines: { type: 'string', value: 'N', help: 'How many of the last lines; 100 when not given.' },
      },
      examples: ['substrate logs', 'substrate logs --lines 20 --follow'],
    },
    async () => (await import('./logs.js')).logs,
  ),
  command(
    {
      name: 'service',
      summary: 'Have the daemon run whenever you are logged in: a systemd user unit, or a launchd agent.',
      words: 'install|status|remove',
      options: {
        print: { type: 'boolean', help: 'With install: print the unit or agent, and change nothing.' },
      },
      examples: ['substrate service install', 'substrate service install --print', 'substrate service remove'],
    },
    async () => (await import('./service.js')).service,
  ),
  command(
    {
      name: 'open',
      summary: 'Open the live page of the daemon in the browser.',
      words: '',
      options: { print: { type: 'boolean', help: 'Print the address alone; it is good once, for 60 seconds.' }, ...remote },
      examples: ['substrate open', 'substrate open --print'],
    },
    async () => (await import('./open.js')).open,
  ),
  command(
    {
      name: 'keygen',
      summary: 'Make an API key.',
      words: '',
      options: {
        label: { type: 'string', value: 'TEXT', help: 'A name for people, shown by "substrate keys".' },
        scope: {
          type: 'string',
          multiple: true,
          value: 'SCOPE',
          choices: ['read', 'act', 'learn'],
          help: 'What the key may do; may be given more than once. All when not given.',
        },
        app: {
          type: 'string',
          multiple: true,
          value: 'PATTERN',
          help: 'The applications that the key is for; may be given more than once. All when not given.',
        },
        save: { type: 'boolean', help: 'Keep it in client.key of the home folder: the other commands use it from then on.' },
        ...local,
      },
      examples: [
        'substrate keygen --label "my agent"',
        "substrate keygen --scope read --app 'acme-*'      # one that may only read, and only these",
        'substrate keygen --save',
      ],
    },
    async () => (await import('./keygen.js')).keygen,
  ),
  command(
    {
      name: 'keys',
      summary: 'List API keys; disable, enable or remove one.',
      words: '[list | disable ID | enable ID | remove ID]',
      options: local,
      examples: [
        'substrate keys',
        'substrate keys disable "my agent"      # an id, or a label that only one key has',
        'substrate keys remove 0198f2a0-…',
      ],
    },
    async () => (await import('./keys.js')).keys,
  ),
  command(
    {
      name: 'apps',
      summary: 'List the applications that the daemon tracks.',
      words: '',
      options: { ids: { type: 'boolean', help: 'Only the app_ids, one a line.' }, ...remote },
      examples: [
        'substrate apps',
        'substrate apps --ids',
        "substrate apps --json | jq -r '.apps[] | select(.has_state) | .app_id'",
      ],
    },
    async () => (await import('./apps.js')).apps,
  ),
  command(
    {
      name: 'state',
      summary: 'Read the state of an application.',
      words: app,
      options: {
        prefix: { type: 'string', multiple: true, value: 'PATH', help: 'Only keys below a path; may be given more than once.' },
        keys: {
          type: 'string',
          multiple: true,
          value: 'KEY',
          help: 'Only this key of the state; may be given more than once.',
          example: '--keys cart.total --keys user.name',
        },
        outline: { type: 'boolean', help: 'What lies where, with a count and an example, instead of every key.' },
        from: { type: 'string', value: 'N', help: 'The first element of the list that --prefix names.', example: '--from 200' },
        limit: { type: 'string', value: 'N', help: 'At most so many keys; with --from elements.', example: '--limit 50' },
        'max-bytes': { type: 'string', value: 'N', help: 'At most so many bytes of objects.', example: '--max-bytes 8000' },
        include: {
          type: 'string',
          value: 'PART,…',
          help: 'Only these parts of the answer: objects, actions, context, metadata.',
        },
        fresh: { type: 'boolean', help: 'Read the application now, instead of what was read last.' },
        ...remote,
      },
      examples: [
        'substrate state my-shop --outline',
        'substrate state 4711 --prefix cart --fresh',
        'substrate state my-shop --prefix orders --from 200 --limit 100',
        "substrate state my-shop --json --include objects | jq '.objects'",
      ],
    },
    async () => (await import('./state.js')).state,
  ),
  command(
    {
      name: 'search',
      summary: 'Find keys of an application by the words of their names and values, or actions.',
      words: `${app} WORD …`,
      options: {
        kind: { type: 'string', value: 'KIND', choices: ['keys', 'actions'], help: 'What is looked for; keys when not given.' },
        limit: { type: 'string', value: 'N', help: 'At most so many results.', example: '--limit 5' },
        ...remote,
      },
      examples: ['substrate search my-shop order total', 'substrate search my-shop delete --kind actions'],
    },
    async () => (await import('./search.js')).search,
  ),
  command(
    {
      name: 'schema',
      summary: 'List the actions of an application.',
      words: app,
      options: remote,
      examples: ['substrate schema my-shop', "substrate schema my-shop --json | jq '.actions.add_item.parameters'"],
    },
    async () => (await import('./schema.js')).schema,
  ),
  command(
    {
      name: 'action',
      summary: 'Run an action of an application.',
      words: `${app} NAME [PARAMETER=VALUE …]`,
      options: {
        verify: {
          type: 'string',
          value: 'EXPRESSION',
          help: "What must be true afterwards. An action that can't be undone is refused without it.",
        },
        'verify-timeout': {
          type: 'string',
          value: 'MS',
          help: 'How long it may take to become true, 100 to 30000; 5000 when not given.',
          example: '--verify-timeout 10000',
        },
        fresh: { type: 'boolean', help: 'Read the application before the action is judged.', example: '--fresh' },
        'if-capture': {
          type: 'string',
          value: 'CAPTURE_ID',
          help: 'Only if nothing changed since that capture.',
          example: '--if-capture 0198f2a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        },
        'idempotency-key': {
          type: 'string',
          value: 'TEXT',
          help: 'The same text again gives the first answer again, and runs nothing.',
          example: '--idempotency-key order-7',
        },
        'dry-run': { type: 'boolean', help: 'Tell what would happen, and run nothing.' },
        ...remote,
      },
      examples: [
        'substrate action my-shop add_item name=Tea count=2',
        "substrate action my-shop delete_order id=7 --verify 'orders.length === 2'",
        'substrate action my-shop add_item name=Tea --dry-run',
      ],
    },
    async () => (await import('./action.js')).action,
  ),
  command(
    {
      name: 'verify',
      summary: 'Tell whether an expression is, or becomes, true. Exit code 1 when not.',
      words: `${app} EXPRESSION`,
      options: {
        timeout: { type: 'string', value: 'MS', help: 'How long it may take to become true.' },
        ...remote,
      },
      examples: [
        "substrate verify my-shop 'cart.total_items > 0'",
        'substrate verify my-shop \'user.name.includes("Ada")\' --timeout 100',
      ],
    },
    async () => (await import('./verify.js')).verify,
  ),
  command(
    {
      name: 'watch',
      summary: 'Follow the changes of an application until it exits, or by its app_id until interrupted.',
      words: app,
      options: { count: { type: 'string', value: 'N', help: 'End after so many changes.' }, ...remote },
      examples: [
        'substrate watch my-shop',
        "substrate watch 4711 --json | jq '.changed_keys'",
        'substrate watch my-shop --count 1',
      ],
    },
    async () => (await import('./watch.js')).watch,
  ),
  command(
    {
      name: 'diff',
      summary: 'Show what changed since a capture.',
      words: `${app} CAPTURE_ID`,
      options: remote,
      examples: [
        'substrate diff my-shop 0198f2a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        'substrate diff my-shop $(substrate state my-shop --json | jq -r .capture_id)',
      ],
    },
    async () => (await import('./diff.js')).diff,
  ),
  command(
    {
      name: 'learn',
      summary: 'Correct the name or type of a key, or the name, safety or description of an action.',
      words: `${app} OBSERVED_KEY CORRECT_LABEL`,
      options: {
        type: {
          type: 'string',
          value: 'TYPE',
          choices: ['string', 'number', 'boolean', 'array', 'object'],
          help: 'The right type; that of the value when not given.',
        },
        kind: {
          type: 'string',
          value: 'KIND',
          choices: ['label_correction', 'type_correction', 'action_correction'],
          help: 'What is corrected; label_correction when not given.',
        },
        reversibility: {
          type: 'string',
          value: 'TIER',
          choices: ['reversible_read', 'reversible_write', 'irreversible_write'],
          help: 'Of an action: whether it changes something, and whether that can be undone.',
        },
        description: {
          type: 'string',
          value: 'TEXT',
          help: 'Of an action: what it does.',
          example: '--description "Sends the order."',
        },
        confidence: { type: 'string', value: 'NUMBER', help: 'How sure you are, 0 to 1.', example: '--confidence 0.9' },
        notes: { type: 'string', value: 'TEXT', help: 'Kept with the correction.', example: '--notes "as in the manual"' },
        capture: {
          type: 'string',
          value: 'CAPTURE_ID',
          help: 'The capture in which it was seen; the latest when not given.',
          example: '--capture 0198f2a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        },
        'schema-version': {
          type: 'string',
          value: 'VERSION',
          help: 'The schema that is corrected; the current one when not given.',
          example: '--schema-version 1.0.2',
        },
        ...remote,
      },
      examples: [
        'substrate learn my-shop unknown_0x3fa2b4c51d6e cart.total_items',
        'substrate learn my-shop cart.total cart.total --type number --kind type_correction',
        'substrate learn my-shop doThing submit_order --kind action_correction --reversibility irreversible_write',
      ],
    },
    async () => (await import('./learn.js')).learn,
  ),
  command(
    {
      name: 'mcp',
      summary: 'Serve the Model Context Protocol on standard input and output, for agents.',
      words: '',
      options: remote,
      examples: ['substrate mcp', 'substrate mcp --url http://127.0.0.1:7842'],
    },
    async () => (await import('./mcp.js')).mcp,
  ),
  command(
    {
      name: 'doctor',
      summary: 'Tell what can be attached to on this machine, and what is in the way.',
      words: '',
      options: local,
      examples: ['substrate doctor', 'substrate doctor --json'],
    },
    async () => (await import('../doctor.js')).doctor,
  ),
  command(
    {
      name: 'launch',
      summary: 'Start an application so that it can be attached to.',
      words: '-- COMMAND [ARGUMENT …]',
      options: {},
      examples: [
        'substrate launch -- chromium https://example.org',
        'substrate launch -- node server.js',
        'substrate launch -- java -jar shop.jar',
      ],
    },
    async () => (await import('../launch.js')).launch,
  ),
  command(
    {
      name: 'completion',
      summary: 'Print the completions of this command for a shell.',
      words: 'bash|zsh|fish',
      options: {},
      examples: [
        'source <(substrate completion bash)      # in ~/.bashrc',
        'source <(substrate completion zsh)       # in ~/.zshrc, after compinit',
        'substrate completion fish > ~/.config/fish/completions/substrate.fish',
      ],
    },
    async () => {
      const { completion } = await import('./completion.js');
      return completion(commands);
    },
  ),
];
