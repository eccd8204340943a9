import { JSDOM } from 'jsdom';
import type { Middleware } from 'openapi-fetch';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** A format in which replies are requested, by the query or by a header. */
export interface ReplyFormat {
  readonly query?: string;
  readonly accept?: string;
  /** The media type that the reply must declare. */
  readonly type: string;
  readonly contentType: string;
}

const { window: HTML } = new JSDOM();

/** Endpoints that have one form only. */
const RAW = [
  '/json',
  '/api',
  '/metrics',
  '/audit/export.csv',
  '/audit/export.jsonl',
  '/changes/events',
  '/configuration/export',
];

/** Endpoints whose HTML is a page with a form, or leads browsers to a page, instead of data. */
const PAGES = [
  '/tmp/{token}',
  '/network/nodes/{node_name}/link',
  '/network/link',
  '/network/authorize',
  '/ui/network/authorize',
];

/** Requests every reply in a format, and passes its data on as the JSON that the client reads. */
export function asksFor({ query, accept, type, contentType }: ReplyFormat): Middleware {
  const isPage = (path: string): boolean => type === 'text/html' && PAGES.includes(path);
  return {
    onRequest({ request, schemaPath }) {
      if (isPage(schemaPath)) return request;
      const url = new URL(request.url);
      if (query !== undefined) url.searchParams.set('format', query);
      const negotiated = new Request(url, request);
      if (accept !== undefined) negotiated.headers.set('Accept', accept);
      return negotiated;
    },
    async onResponse({ response, schemaPath }) {
      if (RAW.includes(schemaPath) || isPage(schemaPath)) return response;
      const data = dataOf(await response.clone().text(), contentType);
      expect([response.headers.get('Content-Type'), data['type']]).toEqual([contentType, type]);
      const headers = new Headers(response.headers);
      headers.set('Content-Type', 'application/json; charset=UTF-8');
      headers.delete('Content-Length');
      return new Response(JSON.stringify(data), { status: response.status, headers });
    },
  };
}

/** The data of a reply, in any format. */
export function dataOf(text: string, contentType: string): Record<string, unknown> {
  if (contentType.startsWith('text/html')) {
    const document = new HTML.DOMParser().parseFromString(text, 'text/html');
    return JSON.parse(document.querySelector('pre')?.textContent ?? '') as Record<string, unknown>;
  }
  return (/^(?:application|text)\/xml/.test(contentType) ? dataOfXml(text) : JSON.parse(text)) as Record<
    string,
    unknown
  >;
}

/** An element that is open: its type, its text, and what has been found in it. */
interface Element {
  readonly name: string;
  readonly type: string;
  text: string;
  readonly members: [string, unknown][];
}

function dataOfXml(xml: string): unknown {
  const open: Element[] = [{ name: '', type: 'dict', text: '', members: [] }];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const { type = 'dict', name: key = name } = attributes;
    open.push({ name: key, type, text: '', members: [] });
  });
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current) current.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) open.at(-1)?.members.push([element.name, valueOf(element)]);
  });
  parser.write(xml).close();
  const [root] = open[0]?.members ?? [];
  expect(root?.[0]).toBe('response');
  return root?.[1];
}

function valueOf({ type, text, members }: Element): unknown {
  switch (type) {
    case 'str':
      return text;
    case 'int':
    case 'float':
      return Number(text);
    case 'bool':
      return text === 'true';
    case 'null':
      return null;
    case 'list':
      return members.map(([, value]) => value);
    case 'dict':
      return Object.fromEntries(members);
    default:
      throw new Error(`an element of an unknown type ${type}`);
  }
}
