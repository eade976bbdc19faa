import { createSecrets } from '../page/injected/secrets.js';

/** What a call gave back, for the message that people and agents read: short, and without secrets. */
const secrets = createSecrets();
const most = 600;

const withoutSecrets = (name: string, value: unknown): unknown => {
  if (typeof value === 'string' && value !== '' && (secrets.isSecretName(name) || secrets.isSecretValue(value)))
    return '[redacted]';
  return value;
};

export const answerWords = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '';
  const text = JSON.stringify(value, withoutSecrets) ?? '';
  return text.length > most ? `${text.slice(0, most)}…` : text;
};
