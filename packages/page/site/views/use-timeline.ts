import { useEffect, useState } from 'preact/hooks';
import { client } from '../api.js';

export interface Deed {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly who: string;
  readonly outcome: string;
}

const deedOf = (told: Awaited<ReturnType<typeof client.timeline>>['actions'][number]): Deed => ({
  id: told.action_id,
  at: told.at,
  action: told.action,
  who: told.key,
  outcome:
    told.code ??
    { dry_run: 'tried, not done', replayed: 'answered again', finished: 'done', refused: 'refused', dispatched: 'running' }[
      told.event
    ],
});

/** The actions of an application as the audit has them; asked again with each capture that the page saw. */
export const useTimeline = (pid: number, captureId: string | undefined): readonly Deed[] => {
  const [deeds, setDeeds] = useState<readonly Deed[]>([]);
  useEffect(() => {
    const control = new AbortController();
    client.timeline(pid, { signal: control.signal }).then(
      ({ actions }) => setDeeds(actions.map(deedOf)),
      // Without it the captures are shown alone.
      () => {},
    );
    return () => control.abort();
  }, [pid, captureId]);
  return deeds;
};
