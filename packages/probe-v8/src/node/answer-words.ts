import { secrets } from '@substrate/core';

/** What a call gave back, for the message that people and agents read: short, and without secrets. */
const most = 600;

export const answerWords = (name: string, value: unknown): string => {
  if (value === undefined || value === null || value === '') return '';
  const text = JSON.stringify(secrets.told(name, value)) ?? '';
  return text.length > most ? `${text.slice(0, most)}…` : text;
};
