import type { OutgoingHttp, OutgoingReply } from '@gatehouse/outgoing';
import { OutgoingTimeout, TargetRefused } from '@gatehouse/outgoing';
import { isIdentity } from '@gatehouse/request-body';
import { MAX_XML_BYTES } from '../limits';
import { SourceFailure } from '../source-failure';
import { type ReceivedDocument, shown, tooLarge } from './read-document';

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
        throw new SourceFailure('source_unexpected', {
          en: 'The source refers to an unreadable URL.',
          fr: 'La source renvoie à une URL illisible.',
        });
      isForeign ||= new URL(url).origin !== this.origin;
      const reply = await this.send(url, format, isForeign);
      if (!REDIRECTS.has(reply.status)) return { ...this.received(url, reply), isForeign };
      const location = reply.headers['location'];
      if (location === undefined || !URL.canParse(location, url))
        throw new SourceFailure('source_redirects', {
          en: `${shown(url)} redirects to no readable address.`,
          fr: `${shown(url)} ne redirige vers aucune adresse lisible.`,
        });
      url = new URL(location, url).href;
    }
    throw new SourceFailure('source_redirects', {
      en: `${shown(address)} redirects more than ${MAX_REDIRECTS} times.`,
      fr: `${shown(address)} redirige plus de ${MAX_REDIRECTS} fois.`,
    });
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
        throw new SourceFailure('source_target_refused', {
          en: `${shown(url)} is not allowed: ${error.message}.`,
          fr: `${shown(url)} n’est pas autorisé : ${error.reason.fr}.`,
        });
      if (error instanceof OutgoingTimeout)
        throw new SourceFailure('source_too_slow', {
          en: `${shown(url)} did not reply in time.`,
          fr: `${shown(url)} n’a pas répondu à temps.`,
        });
      throw new SourceFailure('source_unreachable', {
        en: `${shown(url)} cannot be reached.`,
        fr: `${shown(url)} est injoignable.`,
      });
    }
  }

  private received(url: string, { status, headers, bytes, isTruncated }: OutgoingReply): ReceivedDocument {
    if (status !== 200)
      throw new SourceFailure(
        'source_refused',
        {
          en: `${shown(url)} replied with status ${status}.`,
          fr: `${shown(url)} a répondu avec le statut ${status}.`,
        },
        status,
      );
    if (!isIdentity(headers['content-encoding']))
      throw new SourceFailure('source_compressed', {
        en: `The reply of ${shown(url)} is compressed, although it was asked for uncompressed.`,
        fr: `La réponse de ${shown(url)} est compressée, bien qu’elle ait été demandée sans compression.`,
      });
    if (isTruncated && bytes.length >= MAX_XML_BYTES) throw tooLarge(url, MAX_XML_BYTES);
    if (isTruncated)
      throw new SourceFailure('source_truncated', {
        en: `The reply of ${shown(url)} ended early, or took longer than ${this.requestMs / 1000} seconds.`,
        fr: `La réponse de ${shown(url)} s’est terminée trop tôt, ou a duré plus de ${this.requestMs / 1000} secondes.`,
      });
    return { url, contentType: headers['content-type'], bytes };
  }
}
