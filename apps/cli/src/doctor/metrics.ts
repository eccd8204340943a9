import { NotExamined } from './not-examined';
import type { Probe } from './probe';
import type { Seen } from './seen';

interface Metric {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The reply that has them. */
export function metricsReply(seen: Seen): Promise<Probe> {
  return seen.probe('/metrics', { headers: { Accept: 'text/plain' } });
}

/** Those of the API. */
export async function metrics(seen: Seen): Promise<readonly Metric[]> {
  const { status, text } = await metricsReply(seen);
  if (status !== 200) throw new NotExamined('this machine may not read the metrics (SVC_METRICS_ALLOWED)');
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, key = '', text = '']) => [key, text] as const,
    );
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}
