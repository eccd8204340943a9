import type { TextWriter } from '@gatehouse/wire';

/** Milliseconds after which writing leaves the event loop to others; most replies are complete by then. */
const TURN_MS = 5;
/** Milliseconds that the last attempt may take at once. */
const AT_ONCE_MS = 20;
/** Attempts to write a reply between two revisions. */
const MAX_ATTEMPTS = 5;

export interface Collecting {
  /** Begins to write the content again with each call. */
  readonly begin: () => TextWriter;
  readonly maxBytes: number;
  /** The revision that content from memory shows at present. */
  readonly revision: () => number | undefined;
  /** Whether other replies are being collected, so that this one waits for its turn first. */
  readonly isQueued: boolean;
  /** Whether nobody waits for the reply any more. */
  readonly isOver: () => boolean;
  /** Waits for the next turn of the client. */
  readonly turn: () => Promise<void>;
}

/**
 * The text of a reply that is small enough to be collected, undefined for a larger one. What is made from memory meanwhile shows one
 * revision: writing begins again when another one was applied in between. After some attempts it is not interrupted, as
 * long as others may wait.
 */
export async function collectedText(collecting: Collecting): Promise<string | undefined> {
  if (collecting.isQueued) await collecting.turn();
  for (let attempt = 1; ; attempt += 1) {
    const result = await collectOnce(collecting, attempt === MAX_ATTEMPTS);
    if (result !== 'changed') return result === 'large' ? undefined : result.text;
  }
}

async function collectOnce(
  { begin, maxBytes, revision, isOver, turn }: Collecting,
  isLast: boolean,
): Promise<{ readonly text: string } | 'large' | 'changed'> {
  const shown = revision();
  const writer = begin();
  const parts: string[] = [];
  let bytes = 0;
  let until = performance.now() + (isLast ? AT_ONCE_MS : TURN_MS);
  for (;;) {
    const piece = writer.next();
    if (piece === undefined) return { text: parts.join('') };
    if (typeof piece === 'string') {
      bytes += Buffer.byteLength(piece);
      if (bytes > maxBytes) return 'large';
      parts.push(piece);
      if (performance.now() < until) continue;
    } else await piece();
    if (isOver()) return 'large';
    await turn();
    if (!isLast && writer.isLive && revision() !== shown) return 'changed';
    until = performance.now() + TURN_MS;
  }
}
