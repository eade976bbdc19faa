import { names, siblings, values } from '../secrets.json';
import { createSecrets, type Secrets, type SecretTable } from './secrets.js';

/** The one table of what is a secret. Its cases, which every language is held to, stay out of what is shipped. */
export const secretTable: SecretTable = { names, siblings, values };

/** The judge, for whoever runs beside it; pages and processes are given its text and the table. */
export const secrets: Secrets = /* @__PURE__ */ createSecrets(secretTable);
