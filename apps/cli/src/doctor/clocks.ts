import { metrics, metricsReply } from './metrics';
import { NotExamined } from './not-examined';
import type { Probe } from './probe';
import type { Seen } from './seen';

/** Signed messages between instances are valid for 30 seconds by default. */
const MAX_CLOCK_MS = 15_000;

/** What the API says of its clock: front ends write the `Date` of replies themselves. Undefined where its metrics may not be read. */
export async function ownClock(
  seen: Seen,
): Promise<{ readonly stated: number; readonly probe: Probe } | undefined> {
  try {
    const clock = (await metrics(seen)).find(({ name }) => name === 'gatehouse_api_clock_timestamp_seconds');
    return clock && { stated: clock.value * 1000, probe: await metricsReply(seen) };
  } catch (error) {
    if (error instanceof NotExamined) return undefined;
    throw error;
  }
}

/** What is to say of a clock, if it differs from that of this machine. */
export function difference(clock: string, stated: number, { sentAt, receivedAt }: Probe): readonly string[] {
  // It was stated at some time during the request, in whole seconds as a header.
  const ahead = stated - receivedAt;
  const behind = sentAt - (stated + 1_000);
  const most = Math.max(ahead, behind);
  return most > MAX_CLOCK_MS
    ? [`${clock} is ${Math.round(most / 1000)} s ${ahead > 0 ? 'ahead' : 'behind'}.`]
    : [];
}
