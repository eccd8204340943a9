import type { Steps } from '@gatehouse/request-body';
import type { FairScheduler } from '../fair-scheduler';

/** Milliseconds after which rendering leaves the event loop to others: most replies are complete by then. */
const MAX_AT_ONCE = 5;

/** Renders a reply for the client at an address: a short one immediately, a long one in steps between other work. */
export async function renderInTurns(
  scheduler: FairScheduler,
  address: string,
  text: Steps<string>,
): Promise<string> {
  const begun = performance.now();
  do {
    const step = text.next();
    if (step.done) return step.value;
  } while (performance.now() - begun < MAX_AT_ONCE);
  return scheduler.run(address, text);
}
