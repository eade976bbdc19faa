import { type AppContext, formatKey, type LearnResponse, learnRequestSchema, parseKey } from '@substrate/core';
import { compile } from '@substrate/expr';
import type { Audit, LearnFeedback } from './applications.js';
import { cutName } from './audit-names.js';
import { answerJson } from './call.js';
import { requestTimeout, withDeadline } from './deadline.js';
import { fit, invalidRequest, pathTarget, readJson, readQuery } from './input.js';
import { checkCapture, findReady, findTracked } from './lookup.js';
import type { Handler } from './reads.js';
import type { ServerSettings } from './settings.js';
import { orUnwritable } from './storage.js';

/** `POST /learn`: corrections are checked for form here, and judged by the application's schema. */

export interface LearnOptions {
  readonly audit: Audit;
  readonly settings: ServerSettings;
}

const nowhere: AppContext = { url: null, location: null, view: null, window_title: null, window_id: null };

/** Whether an expression that is the key reads what the key holds: `NaN`, `true` and `typeof` are taken already. */
const isReadable = (key: string): boolean => {
  try {
    return compile(key).evaluate({ objects: { [key]: readTest }, overflow: {}, context: nowhere }).computedValue === readTest;
  } catch {
    return false;
  }
};
const readTest = 'held';

/** A label is given back in the one spelling that keys have. */
const normalise = (feedback: LearnFeedback): LearnFeedback => {
  if (feedback.feedback_type !== 'label_correction') return feedback;
  const corrections = feedback.corrections.map((correction, index) => {
    const path = parseKey(correction.correct_label);
    const refuse = (why: string): never => {
      const message = `"${correction.correct_label}" ${why}`;
      throw invalidRequest([{ path: `corrections.${index}.correct_label`, message }]);
    };
    if (!path || path.includes('__proto__'))
      return refuse('is no valid key. Keys look like cart.items[0].name or user["first name"].');
    const label = formatKey(path);
    if (!isReadable(label)) return refuse('can not be read in an expression: its first word means something else there.');
    return { ...correction, correct_label: label };
  });
  return { ...feedback, corrections };
};

export const createLearn = ({ audit, settings }: LearnOptions): Handler => {
  const { requestTimeoutMs } = settings;
  return (call, route) =>
    withDeadline(requestTimeoutMs, requestTimeout(requestTimeoutMs), undefined, async ({ signal }) => {
      const body = await readJson(call, settings);
      const { applications } = call;
      const target = pathTarget(call);
      readQuery(call, route);
      const request = normalise(fit(learnRequestSchema, body));
      const application = findTracked(applications, target);
      findReady(application);
      checkCapture(applications, application, request.capture_id.toLowerCase());
      const response: LearnResponse = await application
        .learn(request, signal, async (lowered) => {
          const { pid, appId: app_id } = application;
          const head = { at: new Date().toISOString(), event: 'reversibility_lowered', request_id: call.requestId } as const;
          for (const one of lowered)
            await audit.write({ ...head, key_id: call.keyId, pid, app_id, ...one, action: cutName(one.action) });
        })
        .catch((error) => {
          throw orUnwritable(error, "The correction can't be kept, so it was not made");
        });
      return answerJson(call, response);
    });
};
