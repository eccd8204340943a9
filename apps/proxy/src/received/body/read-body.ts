import { type DocumentLimits, readBodySteps } from '@gatehouse/request-body';
import type { FairScheduler } from '@gatehouse/scheduling';
import type { Problem } from '@gatehouse/problems';
import {
  type BodyReader,
  bodyHeaders,
  bodyIncomplete,
  bodyTooLarge,
  bodyTooSlow,
  tooManyBodies,
} from '@gatehouse/enforcement';
import { type BodyMemory, MemoryReservation } from './body-memory';
import type { BodySource } from './body-source';
import { CollectedBytes } from './collected-bytes';

export interface BodyLimits {
  /** Maximum number of bytes of a body. */
  readonly size: number;
  /** Milliseconds within which a body must have arrived completely. */
  readonly timeout: number;
  readonly documents: DocumentLimits;
}

/**
 * Reads bodies within limits. An announced length reserves nothing: memory is counted as it is used, by received bytes and by
 * what is parsed from them, until the request ends. No byte of a refused body is forwarded.
 */
export function bodyReader(
  limits: BodyLimits,
  memory: BodyMemory,
  scheduler: FairScheduler,
): BodyReader<BodySource> {
  return async (source) => {
    const held = new MemoryReservation(memory);
    const bytes = await collect(source, limits, held.take);
    if ('status' in bytes) {
      held.release();
      return { refusal: bytes };
    }
    const { request, address, whenOver } = source;
    const steps = readBodySteps(bodyHeaders(request), bytes, limits.documents);
    const result = await scheduler.run(address, steps, held.take, whenOver).catch((error: unknown) => {
      held.release();
      throw error;
    });
    if (typeof result === 'string') {
      held.release();
      return { refusal: result === 'over' ? bodyIncomplete : tooManyBodies };
    }
    whenOver(held.release);
    return { bytes, read: result.body, json: result.json };
  };
}

function collect(
  { request, admitBody }: BodySource,
  limits: BodyLimits,
  take: (bytes: number) => boolean,
): Promise<Buffer | Problem> {
  // The client disconnected while it was authenticated: no further event would be emitted.
  if (request.destroyed) return Promise.resolve(bodyIncomplete);
  if (Number(request.headers['content-length'] ?? 0) > limits.size) return Promise.resolve(bodyTooLarge);
  admitBody();
  const collected = new CollectedBytes();
  return new Promise((resolve) => {
    // Without the iterator: leaving it early would destroy the connection that the refusal is sent on.
    const settle = (result: Buffer | Problem): void => {
      isSettled = true;
      clearTimeout(timer);
      request.off('data', add).off('end', finish).off('error', abortReply).off('close', abortReply);
      if ('status' in result) request.pause();
      resolve(result);
    };
    let isSettled = false;
    // One chunk per turn of the event loop: otherwise a connection that always has more data takes the time of several requests.
    const goOn = (): void => {
      if (!isSettled) request.resume();
    };
    const add = (chunk: Buffer): void => {
      request.pause();
      setImmediate(goOn);
      if (collected.size + chunk.length > limits.size) settle(bodyTooLarge);
      else if (!take(chunk.length)) settle(tooManyBodies);
      else collected.add(chunk);
    };
    const finish = (): void => settle(collected.whole());
    const abortReply = (): void => settle(bodyIncomplete);
    const timer = setTimeout(() => settle(bodyTooSlow), limits.timeout);
    request.on('data', add).once('end', finish).once('error', abortReply).once('close', abortReply);
  });
}
