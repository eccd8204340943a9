import { type Captures, type CompiledPattern, LONGEST_MATCHED_TEXT } from '@gatehouse/service-types';
import { type Hook, type HookCondition, filters } from './hook';

/** A request as hooks see it. */
export interface HookedRequest {
  /** Upper case. */
  readonly method: string;
  /** See {@link hookPath}. */
  readonly path: string;
  /** As it was sent, without its question mark. */
  readonly query: string;
  readonly caller: { readonly id: number; readonly name: string } | undefined;
}

/** What the patterns of a hook have found in a request that it fits. */
export interface HookMatch {
  readonly path: Captures;
  readonly query: Captures;
}

const NOTHING: Captures = Object.freeze({});

/**
 * The path that patterns are matched against: decoded segments, joined by slashes, without empty ones, so that no spelling
 * of a path goes by the hooks for it. A slash within a segment, which few services allow, stays encoded.
 */
export function hookPath(segments: readonly string[]): string {
  let path = '';
  for (const segment of segments) if (segment !== '') path += `/${segment.replaceAll('/', '%2F')}`;
  return path;
}

/**
 * What the hook finds in a request that it fits; undefined when it does not, and `too long` when that cannot be told. What
 * filters the reply to a GET is also for HEAD, which tells of the same reply. Reference: proxy#hooks.
 */
export function matchRequest(hook: Hook, request: HookedRequest): HookMatch | 'too long' | undefined {
  const { when } = hook;
  if (!fitsMethod(hook, request.method) || !fitsCaller(when, request)) return undefined;
  const path = matchText(when.path, request.path);
  if (path === undefined) return undefined;
  const query = matchText(when.query, request.query);
  if (query === undefined) return undefined;
  return path === 'too long' || query === 'too long' ? 'too long' : { path, query };
}

/** Whether a hook on responses fits a reply of this status. */
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

function matchText(pattern: CompiledPattern | undefined, text: string): Captures | 'too long' | undefined {
  if (pattern === undefined) return NOTHING;
  return text.length > LONGEST_MATCHED_TEXT ? 'too long' : pattern.matchWhole(text);
}
