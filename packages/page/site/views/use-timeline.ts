import { useEffect, useState } from 'preact/hooks';
import { client } from '../api.js';

export interface Deed {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly who: string;
  readonly outcome: string;
}

/** The actions of an application as the audit has them; asked again with each capture that the page saw. */
export const useTimeline = (pid: number, captureId: string | undefined): readonly Deed[] => {
  const [deeds, setDeeds] = useState<readonly Deed[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new capture is the occasion to ask again.
  useEffect(() => {
    const control = new AbortController();
    client.timeline(pid, { signal: control.signal }).then(
      ({ actions }) => setDeeds(actions.map(({ action_id: id, key: who, ...rest }) => ({ id, who, ...rest }))),
      // Without it the captures are shown alone.
      () => {},
    );
    return () => control.abort();
  }, [pid, captureId]);
  return deeds;
};
