import { diskTrouble, SubstrateError } from '@substrate/core';

/** A disk that takes nothing is no defect of the daemon, and may take more later: 503. Anything else passes as it is. */
export const orUnwritable = (error: unknown, what: string): unknown => {
  const why = diskTrouble(error);
  return why === undefined ? error : new SubstrateError('overloaded', `${what}: ${why}.`, { retryAfterMs: 1000, cause: error });
};
