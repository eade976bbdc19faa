import type { ToolName } from './schemas.js';

/** What a model is told of each tool: what it gives, when to use it, what it costs. The same words for everybody, always in this order. */

export interface ToolText {
  readonly title: string;
  readonly description: string;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

export const toolTexts: Readonly<Record<ToolName, ToolText>> = {
  list_apps: {
    title: 'List applications',
    description:
      'Lists the applications that run on this machine and can be read: app_id, status, number of keys and actions. Use it first, to learn the app_id that all other tools take. An application with has_state false is not readable yet; ask again in a few seconds. About 60 tokens an application.',
    annotations: reads,
  },
  outline: {
    title: 'Outline of a state',
    description:
      'Shows what the state of an application holds without reading it: branches with the number of keys below, a type and an example. Use it once per application before the first read, or with prefix to look into one branch. 300 to 2,000 tokens.',
    annotations: reads,
  },
  search: {
    title: 'Search keys or actions',
    description:
      'Finds keys by the words of their names and values, or actions with kind "actions", over everything that was read. Words may come in any order and spelling. Use it when you know what you look for: it is the cheapest way to a value, since results have values already. About 40 tokens a result.',
    annotations: reads,
  },
  read_state: {
    title: 'Read state',
    description:
      'Reads values: exactly the keys you name, all below a prefix, or without both the keys of most worth. Values are at most two seconds old; fresh reads the application anew. Use search or outline first if you do not know the keys. 10 to 30 tokens a key.',
    annotations: reads,
  },
  list_actions: {
    title: 'List actions',
    description:
      'Lists what an application can be made to do: name, signature, reversibility, confidence. Give words to see only some. Irreversible actions need a verify_expression; all need confidence in the state (0.4 to read, 0.8 to write, 0.95 for what cannot be undone). About 60 tokens an action.',
    annotations: reads,
  },
  invoke_action: {
    title: 'Invoke an action',
    description:
      'Runs one action of an application behind safety gates and tells what changed. Give a verify_expression that is true only if it worked: the result then says whether it was seen to. A call that a gate turned away has run nothing and says under missing what the next call needs. Where the way back is known it is told under undo: give its action, parameters and verify_expression to this tool within ten minutes. Check with dry_run when unsure. 100 to 800 tokens.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  verify: {
    title: 'Verify an expression',
    description:
      'Tells whether an expression over the state is true, or becomes true within timeout_ms, and what the compared keys held. Use it to check a fact or the effect of an action. About 80 tokens.',
    annotations: reads,
  },
  diff: {
    title: 'What changed',
    description:
      'Shows what changed since a capture_id that an earlier call gave. Use it instead of reading again. Cheap when little changed; nothing changed is about 60 tokens.',
    annotations: reads,
  },
  wait_for: {
    title: 'Wait for an expression',
    description:
      'Waits until an expression over the state is true, up to two minutes, and tells whether it came true. Use it instead of polling: one call, about 80 tokens, however long it takes.',
    annotations: reads,
  },
  learn: {
    title: 'Correct names',
    description:
      'Corrects what keys or actions are called, or the type of a key, for this and every later run of the application. Use it when a name is plainly wrong, not for taste. About 80 tokens.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
};
