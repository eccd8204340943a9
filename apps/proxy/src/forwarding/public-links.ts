import type { ServiceView } from '@gatehouse/access-engine';
import { serviceTypeOf } from '@gatehouse/service-types';
import { escapeMarkup } from '@gatehouse/wire';
import { AddressRewriter } from './address-rewriter';
import { abortReply } from './abort-reply';
import { MAX_PROLOG_BYTES, rootElementOf } from './root-element';
import type { ReplySink } from './reply-sink';
import { type UpstreamAddress, withoutTrailingSlashes } from './upstream-address';

/** The permissions of operations that return data: large, preferably compressed, and without addresses of the service. */
const DATA: ReadonlySet<string> = new Set([
  'getmap',
  'getfeature',
  'getfeaturewithlock',
  'getpropertyvalue',
  'getlegendgraphic',
]);
/** The root elements of documents that contain addresses: capabilities, descriptions, status documents and exceptions. */
const ROOTS: ReadonlySet<string> = new Set([
  'Capabilities',
  'WFS_Capabilities',
  'WMS_Capabilities',
  'WMT_MS_Capabilities',
  'DescribeLayerResponse',
  'WMS_DescribeLayerResponse',
  'schema',
  'ProcessDescriptions',
  'ProcessOfferings',
  'ExecuteResponse',
  'StatusInfo',
  'Result',
  'ExceptionReport',
  'ServiceExceptionReport',
]);
const XML = /^\s*(?:text|application)\/(?:[\w.+-]+\+)?(?:xml|vnd\.ogc\.(?:wms_xml|se_xml))\s*(?:;|$)/i;
/** Searches for the root element after each chunk; after this many only when the size has doubled, as each search starts over. */
const MAX_LOOKS = 16;
/** Headers that depend on the exact bytes of the upstream's reply. */
const OF_THE_BYTES = new Set([
  'accept-ranges',
  'content-digest',
  'content-length',
  'content-md5',
  'digest',
  'repr-digest',
]);

/**
 * Whether the reply to a request may be a document that contains the private address of its service. Clients of OGC services
 * (OWSLib, QGIS, GDAL) take the addresses of their further requests from the capabilities, descriptions and status documents;
 * if the upstream writes its private address there, they cannot continue, and the address is disclosed. The root element
 * identifies the document, since requests of callers who may do everything are not parsed. Replies with data are recognized
 * by the permission that they required. Reference: enforcement#forwarding.
 */
export function mayContainAddresses(service: ServiceView, permission: string | undefined): boolean {
  const isOws = serviceTypeOf(service.type)?.isOws === true;
  return isOws && (permission === undefined || !DATA.has(permission));
}

/** `Accept-Encoding` of a request whose reply is rewritten: compressed replies cannot be. */
export function withoutEncodings(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (name.toLowerCase() !== 'accept-encoding') kept.push(name, headers[index + 1] ?? '');
  }
  return [...kept, 'Accept-Encoding', 'identity'];
}

/**
 * Streams a reply to `sink` with the private address replaced by the public one. Only documents that contain addresses, and that
 * are neither compressed nor partial, are rewritten; all other replies are unchanged.
 */
export class PublicLinks implements ReplySink {
  private replacement: AddressRewriter | undefined;
  /** The beginning of a document whose root element has not arrived yet. */
  private beginning: Buffer | undefined;
  /** Number of searches for it, and number of bytes at the last one. */
  private looks = 0;
  private looked = 0;

  constructor(
    private readonly sink: ReplySink,
    private readonly privateUrls: readonly string[],
    private readonly publicUrl: string,
  ) {}

  get headersSent(): boolean {
    return this.sink.headersSent;
  }

  get destroyed(): boolean {
    return this.sink.destroyed;
  }

  get writableEnded(): boolean {
    return this.sink.writableEnded;
  }

  get writableFinished(): boolean {
    return this.sink.writableFinished;
  }

  writeHead(status: number, headersOrMessage: string | string[], headers: string[] = []): void {
    const isMessage = typeof headersOrMessage === 'string';
    const original = isMessage ? headers : headersOrMessage;
    const isLookedThrough = status !== 206 && status !== 304 && isPlainXml(original);
    if (isLookedThrough) this.beginning = Buffer.alloc(0);
    const changed = isLookedThrough ? ofOtherBytes(original) : original;
    if (isMessage) this.sink.writeHead(status, headersOrMessage, changed);
    else this.sink.writeHead(status, changed);
  }

  write(chunk: Buffer): boolean {
    const begun = this.beginning ? this.begin(Buffer.concat([this.beginning, chunk]), false) : chunk;
    if (begun.length === 0) return true;
    const passed = this.replacement ? this.replacement.push(begun) : begun;
    return passed.length === 0 || this.sink.write(passed);
  }

  /** Chooses by the root element; returns the output that is available then, nothing before it has arrived. */
  private begin(bytes: Buffer, isWhole: boolean): Buffer {
    const isDue =
      isWhole || this.looks < MAX_LOOKS || bytes.length >= Math.min(2 * this.looked, MAX_PROLOG_BYTES);
    const root = isDue ? rootElementOf(bytes) : undefined;
    if (isDue) {
      this.looks++;
      this.looked = bytes.length;
    }
    if (root === undefined && !isWhole) {
      this.beginning = bytes;
      return Buffer.alloc(0);
    }
    this.beginning = undefined;
    if (root !== undefined && ROOTS.has(root)) {
      this.replacement = new AddressRewriter(this.privateUrls, escapeMarkup(this.publicUrl));
    }
    return bytes;
  }

  addTrailers(fields: [string, string][]): void {
    const kept =
      this.replacement || this.beginning
        ? fields.filter(([name]) => !OF_THE_BYTES.has(name.toLowerCase()))
        : fields;
    this.sink.addTrailers(kept);
  }

  end(): void {
    const begun = this.beginning ? this.begin(this.beginning, true) : undefined;
    if (begun && begun.length > 0) this.sink.write(this.replacement?.push(begun) ?? begun);
    const rest = this.replacement?.end();
    if (rest && rest.length > 0) this.sink.write(rest);
    this.sink.end();
  }

  flushHeaders(): void {
    this.sink.flushHeaders();
  }

  destroy(): void {
    abortReply(this.sink);
  }

  once(event: 'drain' | 'close', listener: () => void): void {
    this.sink.once(event, listener);
  }
}

/** The spellings of the private address that an upstream may write: as configured, and as requested. */
export function privateUrlsOf(service: ServiceView, { origin, path }: UpstreamAddress): readonly string[] {
  const configured = withoutTrailingSlashes(service.url ?? '');
  return [...new Set([origin + path, configured])].filter((url) => url !== '');
}

function isPlainXml(headers: readonly string[]): boolean {
  let isXml = false;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase();
    const value = headers[index + 1] ?? '';
    if (name === 'content-encoding' && value.trim().toLowerCase() !== 'identity') return false;
    if (name === 'content-type') isXml = XML.test(value);
  }
  return isXml;
}

/** The headers of a rewritten reply: without those that depend on the upstream's bytes, with a weak `ETag`. */
function ofOtherBytes(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const lower = name.toLowerCase();
    const value = headers[index + 1] ?? '';
    if (OF_THE_BYTES.has(lower)) continue;
    kept.push(name, lower === 'etag' && !value.startsWith('W/') ? `W/${value}` : value);
  }
  return kept;
}
