export function runDotnet(
  command: 'build' | 'publish',
  project: string,
  where: { out: string; work: string; options?: readonly string[] },
): { ok: boolean; log: string };
