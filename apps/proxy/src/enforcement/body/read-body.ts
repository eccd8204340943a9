import type { IncomingMessage } from 'node:http';
import { type DocumentLimits, readBodySteps } from '@gatehouse/request-body';
import type { FairScheduler } from '@gatehouse/wire';
import type { Problem } from '@gatehouse/problems';
import { bodyIncomplete, bodyTooLarge, bodyTooSlow, tooManyBodies } from '../refusals';
import { type BodyMemory, MemoryReservation } from './body-memory';
import type { BodyReader, BodySource } from './buffered-body';
import { CollectedBytes } from './collected-bytes';

export interface BodyLimits {
  /** Most bytes of one body. */
  readonly size: number;
  /** Milliseconds in which one must have come in whole. */
  readonly timeout: number;
  readonly documents: DocumentLimits;
}

/**
 * Reads bodies within limits. Nothing is set aside for what a client only announces: memory counts as it is taken, by the bytes that
 * come in and by what is made of them, and until the request is over. Of a body that is refused no byte goes anywhere.
 */
export function bodyReader(limits: BodyLimits, memory: BodyMemory, scheduler: FairScheduler): BodyReader {
  return async (source) => {
    const held = new MemoryReservation(memory);
    const bytes = await collect(source, limits, held.take);
    if ('status' in bytes) {
      held.release();
      return { refusal: bytes };
    }
    const { request, address, whenOver } = source;
    const steps = readBodySteps(headersOf(request), bytes, limits.documents);
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
  // Its client is gone while somebody looked up who it is: nothing more would be told of it.
  if (request.destroyed) return Promise.resolve(bodyIncomplete);
  if (Number(request.headers['content-length'] ?? 0) > limits.size) return Promise.resolve(bodyTooLarge);
  admitBody();
  const collected = new CollectedBytes();
  return new Promise((resolve) => {
    // Without the iterator: leaving one early would destroy the connection that the refusal has to go out on.
    const settle = (result: Buffer | Problem): void => {
      isSettled = true;
      clearTimeout(timer);
      request.off('data', add).off('end', finish).off('error', abortReply).off('close', abortReply);
      if ('status' in result) request.pause();
      resolve(result);
    };
    let isSettled = false;
    // One piece in a turn of the event loop: a connection that always has more is read for several scheduler' time otherwise.
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

function headersOf({ headers, headersDistinct }: IncomingMessage) {
  // All types that it was sent with, of which Node tells the first and a service may take another: several are none.
  const contentType = headersDistinct['content-type']?.join(', ');
  return { contentType, contentEncoding: headers['content-encoding'] };
}
