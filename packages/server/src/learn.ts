import { formatKey, type LearnResponse, learnRequestSchema, parseKey } from '@substrate/core';
import type { Audit, LearnFeedback } from './applications.js';
import { cutName } from './audit-names.js';
import { answerJson } from './call.js';
import { requestTimeout, withDeadline } from './deadline.js';
import { fit, invalidRequest, pathPid, readJson, readQuery } from './input.js';
import { checkCapture, findReady, findTracked } from './lookup.js';
import type { Handler } from './reads.js';
import type { ServerSettings } from './settings.js';
import { orUnwritable } from './storage.js';

/** `POST /learn`: corrections are checked for form here, and judged by the application's schema. */

export interface LearnOptions {
  readonly audit: Audit;
  readonly settings: ServerSettings;
}

/** A label is given back in the one spelling that keys have. */
const normalise = (feedback: LearnFeedback): LearnFeedback => {
  if (feedback.feedback_type !== 'label_correction') return feedback;
  const corrections = feedback.corrections.map((correction, index) => {
    const path = parseKey(correction.correct_label);
    if (path && !path.includes('__proto__')) return { ...correction, correct_label: formatKey(path) };
    const message = `"${correction.correct_label}" is no valid key. Keys look like cart.items[0].name or user["first name"].`;
    throw invalidRequest([{ path: `corrections.${index}.correct_label`, message }]);
  });
  return { ...feedback, corrections };
};

export const createLearn = ({ audit, settings }: LearnOptions): Handler => {
  const { requestTimeoutMs } = settings;
  return (call, route) =>
    withDeadline(requestTimeoutMs, requestTimeout(requestTimeoutMs), undefined, async ({ signal }) => {
      const body = await readJson(call, settings);
      const { applications } = call;
      const pid = pathPid(call);
      readQuery(call, route);
      const request = normalise(fit(learnRequestSchema, body));
      const application = findTracked(applications, pid);
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
