import { METHODS } from 'node:http';
import type { EvaluateRequestDto } from '@gatehouse/dto';
import { type ProxyAddress, type TestedRequest, proxyTarget } from '@gatehouse/enforcement';
import { type Problem, type ProblemDetails, TESTED_REQUEST_PROBLEMS, problem } from '@gatehouse/problems';
import { type CurlRequest, UnsupportedCommand, readCurlCommand } from './curl/curl-command';

type HeaderLine = readonly [name: string, value: string];

/** A request to test without its caller, and the names of headers that are ignored, in lower case. */
export interface ReadRequest extends Omit<TestedRequest, 'userId'> {
  readonly ignored: readonly string[];
}

const NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
/** Visible characters and blanks of Latin 1, as Node accepts them. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/;
const MAX_HEADERS = 100;
/** The caller is given, and the body is framed by its length. */
const IGNORED: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'content-length',
  'expect',
  'host',
  'transfer-encoding',
]);

/** Reads the body of the operation as a request; throws a `Problem` about what cannot be part of one. */
export function testedRequest(input: EvaluateRequestDto, address: ProxyAddress): ReadRequest {
  const { method, url, headers, body } = input.curl === undefined ? fieldsOf(input) : commandOf(input);
  if (!METHODS.includes(method)) throw invalid('method', 'method');
  const target = proxyTarget(url, address);
  if (target === undefined) {
    throw problem('tested_url_elsewhere', { address: address.proxyPublicUrl }, unfit('url'));
  }
  const names = headers.map(([name]) => name.toLowerCase());
  return {
    method,
    target,
    headers: headers.filter((_, index) => !IGNORED.has(names[index] ?? '')),
    body,
    ignored: [...new Set(names.filter((name) => IGNORED.has(name)))],
  };
}

interface Fields {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
}

function fieldsOf(input: EvaluateRequestDto): Fields {
  const { method = 'GET', url, headers, body = '', body_encoding } = input;
  if (url === undefined || url === null) throw invalid('neither', 'url');
  return {
    method: method.toUpperCase(),
    url,
    headers: headerLines(headers ?? []),
    body: body_encoding === 'base64' ? fromBase64(body) : Buffer.from(body),
  };
}

function commandOf({ curl = '', ...others }: EvaluateRequestDto): Fields {
  const { method, url, headers, body, body_encoding } = others;
  if ([method, url, headers, body, body_encoding].some((field) => field !== undefined && field !== null)) {
    throw invalid('both', 'curl');
  }
  const command = readCommand(curl);
  return {
    method: command.method,
    // curl assumes http for a URL without scheme.
    url: /^[a-z][a-z0-9+.-]*:\/\//i.test(command.url) ? command.url : `http://${command.url}`,
    headers: headerLines(command.headers.map(([name, value]) => ({ name, value }))),
    body: Buffer.from(command.body ?? ''),
  };
}

function readCommand(command: string): CurlRequest {
  try {
    return readCurlCommand(command.trim());
  } catch (error) {
    if (!(error instanceof UnsupportedCommand)) throw error;
    throw problem('tested_command_unsupported', { explanation: error.message }, unfit('curl'));
  }
}

function headerLines(value: unknown): readonly HeaderLine[] {
  if (!Array.isArray(value) || value.length > MAX_HEADERS) throw invalid('headers', 'headers');
  return value.map((line: unknown) => {
    const { name, value: content } = (line ?? {}) as { readonly name?: unknown; readonly value?: unknown };
    if (typeof name !== 'string' || typeof content !== 'string' || !NAME.test(name) || !VALUE.test(content)) {
      throw invalid('headers', 'headers');
    }
    return [name, content.trim()];
  });
}

function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  // Node skips what is not base64.
  if (bytes.toString('base64').replace(/=+$/, '') !== text.replace(/\s|=+$/g, ''))
    throw invalid('base64', 'body');
  return bytes;
}

function invalid(reason: keyof typeof TESTED_REQUEST_PROBLEMS, name: string): Problem {
  return problem('tested_request_invalid', { problem: TESTED_REQUEST_PROBLEMS[reason] }, unfit(name));
}

/** The value is not repeated: it may contain tokens and passwords. */
function unfit(name: string): ProblemDetails {
  return { param: { name, value: null, conditions: { matches: false } } };
}
