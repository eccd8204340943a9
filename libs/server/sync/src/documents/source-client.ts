import type { OutgoingHttp, OutgoingReply } from '@gatehouse/outgoing';
import { OutgoingTimeout, TargetRefused } from '@gatehouse/outgoing';
import { isIdentity } from '@gatehouse/request-body';
import { MAX_XML_BYTES } from '../limits';
import { SourceFailure } from '../source-failure';
import { type ReceivedDocument, shown } from './read-document';

/** The two ways of requests. */
export interface SourceHttp {
  /** To the origin of the service, wherever it is: administrators set it. */
  readonly trusted: Pick<OutgoingHttp, 'send'>;
  /** To any other origin: through the guard of outgoing requests. */
  readonly guarded: Pick<OutgoingHttp, 'send'>;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const ACCEPT = {
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.1',
  json: 'application/json, */*;q=0.1',
} as const;

/** A document and whether it, or something on the way to it, is of another origin than the service. */
export interface FetchedDocument extends ReceivedDocument {
  readonly isForeign: boolean;
}

/**
 * Gets the documents of one source. What is of another origin than the service passes the guard and receives no credentials; so does
 * everything that it refers to, back to the service as well.
 */
export class SourceClient {
  private readonly origin: string;

  constructor(
    serviceUrl: string,
    /** The value of `Authorization`, if there are credentials. */
    private readonly authorization: string | undefined,
    private readonly http: SourceHttp,
    private readonly requestMs: number,
  ) {
    this.origin = new URL(serviceUrl).origin;
  }

  /** Throws {@link SourceFailure}. */
  async get(
    address: string,
    format: 'xml' | 'json',
    isFromForeign: boolean,
    signal: AbortSignal,
  ): Promise<FetchedDocument> {
    let url = address;
    let isForeign = isFromForeign;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      signal.throwIfAborted();
      if (!URL.canParse(url))
        throw new SourceFailure('source_unexpected', 'The source refers to an unreadable URL.');
      isForeign ||= new URL(url).origin !== this.origin;
      const reply = await this.send(url, format, isForeign);
      if (!REDIRECTS.has(reply.status)) return { ...this.received(url, reply), isForeign };
      const location = reply.headers['location'];
      if (location === undefined || !URL.canParse(location, url))
        throw new SourceFailure('source_redirects', `${shown(url)} redirects to no readable address.`);
      url = new URL(location, url).href;
    }
    throw new SourceFailure(
      'source_redirects',
      `${shown(address)} redirects more than ${MAX_REDIRECTS} times.`,
    );
  }

  private async send(url: string, format: 'xml' | 'json', isForeign: boolean): Promise<OutgoingReply> {
    const headers = {
      accept: ACCEPT[format],
      // A compressed reply may be a thousand times as large as it looks.
      'accept-encoding': 'identity',
      'user-agent': 'gatehouse-synchronization',
      ...(isForeign || this.authorization === undefined ? {} : { authorization: this.authorization }),
    };
    try {
      const target = new URL(url);
      target.hash = '';
      const http = isForeign ? this.http.guarded : this.http.trusted;
      return await http.send({ method: 'GET', url: target.href, headers });
    } catch (error) {
      if (error instanceof TargetRefused)
        throw new SourceFailure('source_target_refused', `${shown(url)} is not allowed: ${error.message}.`);
      if (error instanceof OutgoingTimeout)
        throw new SourceFailure('source_too_slow', `${shown(url)} did not reply in time.`);
      throw new SourceFailure('source_unreachable', `${shown(url)} cannot be reached.`);
    }
  }

  private received(url: string, { status, headers, bytes, isTruncated }: OutgoingReply): ReceivedDocument {
    if (status !== 200)
      throw new SourceFailure('source_refused', `${shown(url)} replied with status ${status}.`, status);
    if (!isIdentity(headers['content-encoding']))
      throw new SourceFailure(
        'source_compressed',
        `The reply of ${shown(url)} is compressed, although it was asked for uncompressed.`,
      );
    if (isTruncated && bytes.length >= MAX_XML_BYTES)
      throw new SourceFailure(
        'source_too_large',
        `The document at ${shown(url)} has more than ${MAX_XML_BYTES / 1024 / 1024} MB.`,
      );
    if (isTruncated)
      throw new SourceFailure(
        'source_truncated',
        `The reply of ${shown(url)} ended early, or took longer than ${this.requestMs / 1000} seconds.`,
      );
    return { url, contentType: headers['content-type'], bytes };
  }
}
