import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { Inject, Injectable } from '@nestjs/common';
import { committedRevision } from '@gatehouse/database';
import type { Settings } from '@gatehouse/settings';
import { envelope, smallJson } from '@gatehouse/wire';
import { Reply } from './reply';
import { LargeReplies } from './large-replies/large-replies';
import { describeRequest, write } from './problem-reply';
import { scopeOf } from './request-scope';
import { SETTINGS } from './tokens';

/** Adds the common fields to the result of a handler, and sends it in the negotiated format. Reference: http#common-fields. */
@Injectable()
export class ReplyWriter {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LargeReplies) private readonly largeReplies: LargeReplies,
  ) {}

  /** Sends a reply: a small one immediately, a large one in pieces, alternating with other large replies. */
  write(request: Request, response: Response, result: unknown): void | Promise<void> {
    const { format, route, confirmedRevision } = scopeOf(request);
    const answer = result instanceof Reply ? result : undefined;
    const content = answer ? answer.content : result;
    for (const [name, value] of answer?.headers ?? []) setOrAppend(response, name, value);
    // A read shows at least the revision that was the newest one when its caller was identified.
    const revision = committedRevision() ?? (route?.method === 'GET' ? confirmedRevision : undefined);
    if (revision !== undefined) response.setHeader('X-Access-Revision', String(revision));
    const declaration = route?.declaration;
    if (declaration?.raw !== undefined) return send(response, declaration.raw, content as string);
    const status = answer?.status ?? declaration?.success.status ?? 200;
    response.statusCode = status;
    if (answer?.contentType !== undefined)
      return send(response, answer.contentType, answer.content as string);
    const detail = answer?.detail ?? declaration?.success.detail ?? '';
    const body = {
      ...(content as object | undefined),
      ...envelope(status, format.type, detail, describeRequest(this.settings, request)),
    };
    const text = format.writer === 'json' ? smallJson(body) : undefined;
    if (text !== undefined && declaration?.compressed)
      return sendCompressed(request, response, format.contentType, text);
    if (text !== undefined && this.largeReplies.isCollected(text))
      return send(response, format.contentType, text);
    return this.largeReplies.send(request, response, {
      contentType: format.contentType,
      begin: () => write(format, status, body),
    });
  }
}

function send(response: Response, contentType: string, text: string): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // Node leaves the body out of the reply to a HEAD.
  response.end(text);
}

function sendCompressed(request: Request, response: Response, contentType: string, text: string): void {
  response.vary('Accept-Encoding');
  if (request.acceptsEncodings('gzip', 'identity') !== 'gzip') return send(response, contentType, text);
  const compressed = gzipSync(text);
  // Connections of HTTP/1.1 persist without it.
  response.removeHeader('Connection');
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', compressed.length);
  response.end(compressed);
}

/** A reply may have several cookies; any other header replaces the existing one. */
function setOrAppend(response: Response, name: string, value: string): void {
  if (name.toLowerCase() === 'set-cookie') response.append(name, value);
  else response.setHeader(name, value);
}
