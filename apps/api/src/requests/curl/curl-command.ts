import { type CurlOption, longOption, shortOption } from './curl-options';
import { UnsupportedShellSyntax, shellWords } from './shell-words';

/** The request that a curl command sends. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** A command that is not read: an option that is not supported, syntax of the shell, or a file that is not read. */
export class UnsupportedCommand extends Error {}

const FORM = 'application/x-www-form-urlencoded';

interface Draft {
  method: string | undefined;
  readonly urls: string[];
  readonly headers: [name: string, value: string][];
  /** Names of headers that are not sent although curl would add them. */
  readonly removed: Set<string>;
  readonly data: string[];
  readonly json: string[];
  asQuery: boolean;
  isHead: boolean;
  globs: boolean;
}

/**
 * Reads a curl command as it is pasted from a terminal, a browser or a document. Nothing is executed and no file is read. Throws
 * {@link UnsupportedCommand} with a sentence about what is not supported, rather than evaluating another request.
 */
export function readCurlCommand(command: string): CurlRequest {
  const [program, ...words] = wordsOf(command);
  if (program !== 'curl') throw new UnsupportedCommand('The command does not begin with "curl".');
  const draft: Draft = {
    method: undefined,
    urls: [],
    headers: [],
    removed: new Set(),
    data: [],
    json: [],
    asQuery: false,
    isHead: false,
    globs: true,
  };
  let onlyUrls = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (onlyUrls || word === '' || word === '-' || !word.startsWith('-')) draft.urls.push(word);
    else if (word === '--') onlyUrls = true;
    else if (word.startsWith('--')) index += takeLong(draft, word, words[index + 1]);
    else index += takeShort(draft, word, words[index + 1]);
  }
  return finished(draft);
}

function wordsOf(command: string): readonly string[] {
  try {
    return shellWords(command);
  } catch (error) {
    if (!(error instanceof UnsupportedShellSyntax)) throw error;
    throw new UnsupportedCommand(`The command cannot be read: it contains ${error.syntax}.`);
  }
}

/** Takes an option; returns how many further words it used. */
function takeLong(draft: Draft, word: string, next: string | undefined): number {
  const option = longOption(word.slice(2));
  if (!option) throw unsupported(word);
  apply(draft, option, option.takesValue ? valueOf(word, next) : '', word);
  return option.takesValue ? 1 : 0;
}

/** Letters may be joined, and a value may follow its letter directly: `-sSXPOST`. */
function takeShort(draft: Draft, word: string, next: string | undefined): number {
  for (let at = 1; at < word.length; at++) {
    const name = `-${word.charAt(at)}`;
    const option = shortOption(word.charAt(at));
    if (!option) throw unsupported(name);
    if (!option.takesValue) {
      apply(draft, option, '', name);
      continue;
    }
    const joined = word.slice(at + 1);
    apply(draft, option, joined === '' ? valueOf(name, next) : joined, name);
    return joined === '' ? 1 : 0;
  }
  return 0;
}

function valueOf(name: string, next: string | undefined): string {
  if (next === undefined) throw new UnsupportedCommand(`The option ${name} has no value.`);
  return next;
}

function unsupported(name: string): UnsupportedCommand {
  return new UnsupportedCommand(`The option ${name} is not supported.`);
}

function apply(draft: Draft, { effect }: CurlOption, value: string, name: string): void {
  switch (effect) {
    case 'method':
      draft.method = value;
      return;
    case 'header':
      return takeHeader(draft, value, name);
    case 'data':
      draft.data.push(withoutFile(value, name));
      return;
    case 'raw':
      draft.data.push(value);
      return;
    case 'binary':
      draft.data.push(withoutFile(value, name));
      return;
    case 'urlencoded':
      draft.data.push(urlencoded(value, name));
      return;
    case 'json':
      draft.json.push(withoutFile(value, name));
      return;
    case 'query':
      draft.asQuery = true;
      return;
    case 'head':
      draft.isHead = true;
      return;
    case 'agent':
      draft.headers.push(['User-Agent', value]);
      return;
    case 'referer':
      draft.headers.push(['Referer', value]);
      return;
    case 'cookie':
      draft.headers.push(['Cookie', value]);
      return;
    case 'user':
      draft.headers.push(['Authorization', 'Basic']);
      return;
    case 'bearer':
      draft.headers.push(['Authorization', 'Bearer']);
      return;
    case 'url':
      draft.urls.push(value);
      return;
    case 'compressed':
      draft.headers.push(['Accept-Encoding', 'gzip']);
      return;
    case 'no-globbing':
      draft.globs = false;
      return;
    case 'ignored':
  }
}

/** `Name: value`; `Name;` is an empty header, `Name:` removes one that curl would add. */
function takeHeader(draft: Draft, value: string, option: string): void {
  if (value.startsWith('@')) throw file(option);
  const [, name, separator, content = ''] = /^([^:;]*)([:;])\s*(.*)$/s.exec(value) ?? [];
  if (!name || (separator === ';' && content !== '')) {
    throw new UnsupportedCommand(`The value of ${option} is not a header: "Name: value".`);
  }
  if (separator === ':' && content.trim() === '') draft.removed.add(name.trim().toLowerCase());
  else draft.headers.push([name.trim(), content.trim()]);
}

function withoutFile(value: string, name: string): string {
  if (value.startsWith('@')) throw file(name);
  return value;
}

function file(name: string): UnsupportedCommand {
  return new UnsupportedCommand(`The option ${name} reads a file; replace it by the content of the file.`);
}

/** `content`, `=content` or `name=content`; the content is encoded. */
function urlencoded(value: string, option: string): string {
  const [, name = '', content = value] = /^([^=@]*)=(.*)$/s.exec(value) ?? [];
  if (!value.includes('=') && value.includes('@')) throw file(option);
  return name === '' ? encoded(content) : `${name}=${encoded(content)}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function finished(draft: Draft): CurlRequest {
  const [url, ...more] = draft.urls;
  if (url === undefined) throw new UnsupportedCommand('The command contains no URL.');
  if (more.length > 0) throw new UnsupportedCommand('The command contains several URLs.');
  if (draft.globs && /[[\]{}]/.test(url)) {
    throw new UnsupportedCommand('curl expands brackets and braces in URLs; add the option --globoff (-g).');
  }
  if (draft.json.length > 0 && draft.data.length > 0) {
    throw new UnsupportedCommand('The options --json and --data cannot be combined.');
  }
  const isJson = draft.json.length > 0;
  const data = isJson ? draft.json.join('') : draft.data.length > 0 ? draft.data.join('&') : undefined;
  if (draft.asQuery) {
    return { ...sent(draft, 'GET'), url: data === undefined ? url : withQuery(url, data), body: undefined };
  }
  if (draft.isHead && data !== undefined) {
    throw new UnsupportedCommand('The options --head and --data cannot be combined.');
  }
  const implied = data === undefined ? [] : isJson ? JSON_HEADERS : FORM_HEADERS;
  return { ...sent(draft, data === undefined ? 'GET' : 'POST', implied), url, body: data };
}

const FORM_HEADERS: readonly (readonly [string, string])[] = [['Content-Type', FORM]];
const JSON_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json'],
];

/** Method and headers; those that data imply are added unless the command sets or removes them. */
function sent(
  { method, isHead, headers, removed }: Draft,
  usual: string,
  implied: readonly (readonly [string, string])[] = [],
): Pick<CurlRequest, 'method' | 'headers'> {
  const set = new Set([...headers.map(([name]) => name.toLowerCase()), ...removed]);
  const added = implied.filter(([name]) => !set.has(name.toLowerCase()));
  return { method: method ?? (isHead ? 'HEAD' : usual), headers: [...headers, ...added] };
}

function withQuery(url: string, data: string): string {
  const [base = '', ...fragment] = url.split('#');
  const separator = base.includes('?') ? '&' : '?';
  return [base + separator + data, ...fragment].join('#');
}
