import { type Captures, type CompiledPattern, MAX_MATCHED_TEXT_LENGTH } from '@gatehouse/service-types';
import { type Hook, type HookCondition, filters } from './hook';

/** A request as hooks see it. */
export interface HookedRequest {
  /** Upper case. */
  readonly method: string;
  /** See {@link hookPath}. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly caller: { readonly id: number; readonly name: string } | undefined;
  /** As sent, by names in lower case. Without them, conditions on headers match. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The captures of the patterns of a hook in a request that it matches. */
export interface HookMatch {
  readonly path: Captures;
  readonly query: Captures;
}

const NOTHING: Captures = Object.freeze({});

/**
 * The path that patterns are matched against: decoded segments, joined by slashes, without empty ones, so that no spelling
 * of a path bypasses its hooks. A slash within a segment, which few services allow, stays encoded.
 */
export function hookPath(segments: readonly string[]): string {
  let path = '';
  for (const segment of segments) if (segment !== '') path += `/${segment.replaceAll('/', '%2F')}`;
  return path;
}

/**
 * Matches a hook against a request: its captures, undefined if it does not match, or `too long` if this cannot be decided.
 * A hook that filters the reply to GET also applies to HEAD, whose headers describe the same reply. Reference: enforcement#hooks.
 */
export function matchRequest(hook: Hook, request: HookedRequest): HookMatch | 'too long' | undefined {
  const { when } = hook;
  if (!fitsMethod(hook, request.method) || !fitsCaller(when, request)) return undefined;
  const path = matchText(when.path, request.path);
  if (path === undefined) return undefined;
  const query = matchText(when.query, request.query);
  if (query === undefined) return undefined;
  const headers = matchHeaders(when, request);
  if (headers === undefined) return undefined;
  return path === 'too long' || query === 'too long' || headers === 'too long' ? 'too long' : { path, query };
}

/** Whether a hook on responses applies to a reply with this status. */
export function matchesStatus({ when }: Hook, status: number): boolean {
  return when.status.some(({ from, to }) => status >= from && status <= to);
}

function fitsMethod(hook: Hook, method: string): boolean {
  const { methods } = hook.when;
  return (
    methods === undefined || methods.has(method) || (method === 'HEAD' && methods.has('GET') && filters(hook))
  );
}

function fitsCaller({ caller }: HookCondition, request: HookedRequest): boolean {
  return caller === undefined || (caller === 'user') === (request.caller !== undefined);
}

/** An absent header is an empty text, and one that is sent several times a list of its values. */
function matchHeaders(
  { headers: conditions }: HookCondition,
  { headers }: HookedRequest,
): 'fits' | 'too long' | undefined {
  if (headers === undefined) return 'fits';
  let isTooLong = false;
  for (const [name, pattern] of conditions) {
    const value = headers[name] ?? '';
    const found = matchText(pattern, typeof value === 'string' ? value : value.join(', '));
    if (found === undefined) return undefined;
    isTooLong ||= found === 'too long';
  }
  return isTooLong ? 'too long' : 'fits';
}

function matchText(pattern: CompiledPattern | undefined, text: string): Captures | 'too long' | undefined {
  if (pattern === undefined) return NOTHING;
  return text.length > MAX_MATCHED_TEXT_LENGTH ? 'too long' : pattern.matchWhole(text);
}
