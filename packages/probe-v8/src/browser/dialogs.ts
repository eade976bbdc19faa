import type { RawAction, RawCall, RawParameter, RawResult } from '@substrate/core';
import type { Protocol } from 'devtools-protocol';
import type { CallLimits } from '../page/agents.js';
import type { Page } from '../page/page.js';

/**
 * The questions that a page asks in the browser's own dialogs while a call is carried out. The page stands still until they are answered: what it only says is
 * taken note of, a question gets the answer that the call brought and no without one. Whoever called is told what was asked, and from then on the action takes an
 * answer.
 */
export interface Dialogs {
  /** The actions of a page, with the answers that they take. */
  offered(page: string, actions: readonly RawAction[]): readonly RawAction[];
  /** Carries a call out. */
  during(page: Page, call: RawCall, limits: CallLimits, carryOut: (call: RawCall) => Promise<RawResult>): Promise<RawResult>;
}

type Question = 'confirm' | 'prompt';
type Dialog = Protocol.Page.JavascriptDialogOpeningEvent;

const answers: Readonly<Record<Question, RawParameter>> = {
  confirm: {
    name: 'confirm',
    type: 'boolean',
    required: false,
    description: 'The answer when the page asks whether it shall: true says yes; without it the answer is no.',
  },
  prompt: {
    name: 'answer',
    type: 'string',
    required: false,
    description: 'The answer when the page asks for a text; without it the question is dismissed.',
  },
};

/** What a page says is told up to here. */
const mostWords = 300;
const clip = (text: string): string => (text.length > mostWords ? `${text.slice(0, mostWords - 1)}…` : text);

/** What is asked; undefined for what is only said. Whether unsaved work may go is a question like others. */
const questionOf = ({ type }: Dialog): Question | undefined =>
  type === 'beforeunload' ? 'confirm' : type === 'alert' ? undefined : (type as Question);
const wordsOf = ({ type, message }: Dialog): string =>
  clip(type === 'beforeunload' ? 'Leave this page? Changes may not be saved.' : message);
const isBuiltin = (address: string): boolean => address.startsWith('builtin:');

export const createDialogs = (): Dialogs => {
  const asked = new Map<string, Set<Question>>();
  const placeOf = (page: string, address: string): string => `${page}\n${address}`;

  return {
    offered: (page, actions) =>
      actions.map((action) => {
        const questions = asked.get(placeOf(page, action.address));
        if (!questions) return action;
        const more = [...questions].map((question) => answers[question]);
        // What a page asks about before it does it is not easily taken back.
        const isFinal = questions.has('confirm') && !isBuiltin(action.address);
        const reversibility = isFinal ? { reversibility: 'irreversible_write' as const } : {};
        return { ...action, ...reversibility, parameters: [...action.parameters, ...more] };
      }),
    during: async (page, call, limits, carryOut) => {
      const place = placeOf(page.targetId, call.address);
      const known = asked.get(place);
      const parameters = { ...call.parameters };
      const given: Partial<Record<Question, unknown>> = {};
      for (const question of known ?? []) {
        const { name } = answers[question];
        given[question] = parameters[name];
        delete parameters[name];
      }
      const said: string[] = [];
      const open: Dialog[] = [];
      const session = await page.session(limits.signal).catch(() => undefined);
      if (!session) return await carryOut(call);
      const stop = session.on('Page.javascriptDialogOpening', (dialog) => {
        const question = questionOf(dialog);
        const answer = question && given[question];
        if (!question) said.push(wordsOf(dialog));
        else if (answer === undefined) open.push(dialog);
        const accept = !question || (answer !== undefined && answer !== false);
        const promptText = question === 'prompt' && accept ? { promptText: String(answer) } : {};
        void session.send('Page.handleJavaScriptDialog', { accept, ...promptText }, limits).catch(() => undefined);
      });
      // Calls of one session are carried out in order: a page that is silent need not be waited for.
      void session.send('Page.enable', {}, limits).catch(() => undefined);
      try {
        return told(await carryOut({ ...call, parameters }));
      } finally {
        stop();
        // What is asked from now on is asked as if nobody were here.
        void session.send('Page.disable', undefined, { timeoutMs: limits.timeoutMs }).catch(() => undefined);
      }

      function told(result: RawResult): RawResult {
        const words = said.map((text) => ` The page said “${text}”.`).join('');
        const dialog = open[0];
        const question = dialog && questionOf(dialog);
        if (!question) {
          // A built-in action does something else each time.
          if (isBuiltin(call.address)) asked.delete(place);
          return words === '' ? result : { ...result, message: `${result.message ?? 'Done.'}${words}` };
        }
        asked.set(place, new Set([...(known ?? []), question]));
        const how = `Call it again with \`${answers[question].name}\` to say ${question === 'confirm' ? 'yes' : 'what it asks for'}.`;
        const message = `The page asked “${wordsOf(dialog)}”, and the answer was no. ${how}${words}`;
        return { ok: false, dispatched: true, reason: 'asked', message };
      }
    },
  };
};
