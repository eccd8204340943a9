import type { IncomingMessage } from 'node:http';
import { type DocumentLimits, readRequestBody } from '@gatehouse/request-body';
import { type Refusal, bodyBrokenOff, bodyTooLarge, bodyTooSlow, tooManyBodies } from '../refusal';
import { BodyMemory } from './body-memory';
import type { BodyReader, BodySource } from './buffered-body';

export interface BodyLimits {
  /** Most bytes of one body. */
  readonly size: number;
  /** Milliseconds in which one must have come in whole. */
  readonly timeout: number;
  /** Most bytes of all bodies that are held at a time. */
  readonly memory: number;
  readonly documents: DocumentLimits;
}

/**
 * Reads bodies within limits. Nothing is set aside for what a client only announces: memory counts as it comes in, and
 * until the request is over. Of a body that is refused no byte goes anywhere.
 */
export function bodyReader(limits: BodyLimits): BodyReader {
  const memory = new BodyMemory(limits.memory);
  return async (source) => {
    const collected = await collect(source, limits, memory);
    if ('status' in collected) return { refusal: collected };
    const { request } = source;
    return { bytes: collected, read: readRequestBody(headersOf(request), collected, limits.documents) };
  };
}

function collect(source: BodySource, limits: BodyLimits, memory: BodyMemory): Promise<Buffer | Refusal> {
  const { request, admitBody, whenOver } = source;
  // Its client is gone while somebody looked up who it is: nothing more would be told of it.
  if (request.destroyed) return Promise.resolve(bodyBrokenOff);
  if (Number(request.headers['content-length'] ?? 0) > limits.size) return Promise.resolve(bodyTooLarge);
  admitBody();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    // Without the iterator: leaving one early would destroy the connection that the refusal has to go out on.
    const settle = (result: Buffer | Refusal): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff);
      // Also of what is refused: its bytes are held by nobody once this function is left.
      if ('status' in result) memory.giveBack(size);
      else whenOver(() => memory.giveBack(size));
      if ('status' in result) request.pause();
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      if (size + chunk.length > limits.size) settle(bodyTooLarge);
      else if (!memory.take(chunk.length)) settle(tooManyBodies);
      else {
        size += chunk.length;
        chunks.push(chunk);
      }
    };
    const finish = (): void => settle(Buffer.concat(chunks, size));
    const breakOff = (): void => settle(bodyBrokenOff);
    const timer = setTimeout(() => settle(bodyTooSlow), limits.timeout);
    request.on('data', take).once('end', finish).once('error', breakOff).once('close', breakOff);
  });
}

function headersOf({ headers, headersDistinct }: IncomingMessage) {
  // All types that it was sent with, of which Node tells the first and a service may take another: several are none.
  const contentType = headersDistinct['content-type']?.join(', ');
  return { contentType, contentEncoding: headers['content-encoding'] };
}
