import type { Grant } from '@substrate/auth';
import { createFilter, SubstrateError } from '@substrate/core';
import type { Route } from '@substrate/core/openapi';
import type { Application, Applications } from './applications.js';

/**
 * What a key may do and which applications it reaches. The one place that judges: a handler is given the applications of its caller
 * and no others, so that nothing built on the handlers can forget to ask.
 */
export interface Access {
  /** Throws `forbidden_scope`. */
  check(grant: Grant, scope: Route['scope']): void;
  /** The applications that the grant reaches: others are not listed, and asking for one throws `forbidden_scope`. */
  view(grant: Grant): Applications;
}

/** Nobody has asked for a key yet: there is nothing to be seen. */
export const noApplications: Applications = {
  list: () => [],
  listed: () => [],
  byPid: () => undefined,
  byAppId: () => undefined,
  size: 0,
};

export const allowsScope = ({ scopes }: Grant, scope: Route['scope']): boolean => {
  if (scopes === undefined || scope === null) return true;
  return scope === 'all' ? (['read', 'act', 'learn'] as const).every((one) => scopes.includes(one)) : scopes.includes(scope);
};

const narrow = (all: Applications, patterns: readonly string[]): Applications => {
  const reaches = createFilter(patterns);
  const guard = (application: Application | undefined): Application | undefined => {
    if (application && !reaches(application))
      throw new SubstrateError('forbidden_scope', 'The API key does not reach that application.');
    return application;
  };
  const listed = (): readonly Application[] => all.listed().filter(reaches);
  return {
    list: () => listed().map((application) => application.summary()),
    listed,
    byPid: (pid) => guard(all.byPid(pid)),
    byAppId: (appId) => guard(all.byAppId(appId)),
    get size() {
      return listed().filter(({ captures }) => captures.closed === undefined).length;
    },
  };
};

export const createAccess = (applications: Applications): Access => {
  const views = new WeakMap<Grant, Applications>();
  return {
    check(grant, scope) {
      if (allowsScope(grant, scope)) return;
      const needed = scope === 'all' ? 'all scopes' : `the scope "${scope}"`;
      throw new SubstrateError('forbidden_scope', `This needs a key with ${needed}; yours has ${grant.scopes?.join(', ')}.`);
    },
    view(grant) {
      if (grant.apps === undefined) return applications;
      const known = views.get(grant) ?? narrow(applications, grant.apps);
      views.set(grant, known);
      return known;
    },
  };
};
