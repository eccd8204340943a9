import {
  type CompiledPattern,
  type PatternList,
  type ServiceType,
  isPatternProblem,
} from '@gatehouse/service-types';
import { type Hook, type HookCondition, type StatusRange, filters } from './hook';
import { isSettableHeader } from './hook-headers';
import { type ActionContext, readAction, readMethod } from './read-action';
import type { WrittenValue } from './written-value';

const MAX_HOOKS = 50;
const MAX_ACTIONS = 20;
const MAX_METHODS = 20;
const MAX_HEADERS = 20;
const SUCCESS: readonly StatusRange[] = [{ from: 200, to: 299 }];
const ANY: readonly StatusRange[] = [{ from: 100, to: 599 }];

/**
 * Reads a list of hooks and records problems; the list must not be used if there are any. If the type of the service is
 * given, hooks must also fit its resource types and permissions. Reference: enforcement#hooks.
 */
export function readHooks(written: WrittenValue, patterns: PatternList, type?: ServiceType): readonly Hook[] {
  // An empty list removes all hooks.
  if (Array.isArray(written.value) && written.value.length === 0) return [];
  return written.list(MAX_HOOKS).map((entry) => readHook(entry, patterns, type));
}

function readHook(written: WrittenValue, patterns: PatternList, type: ServiceType | undefined): Hook {
  const { on, when, do: actions, on_failure } = written.members('on', 'when', 'do', 'on_failure');
  const side = on.oneOf('request', 'response') ?? 'request';
  const condition = readCondition(when, on.value, patterns);
  const context: ActionContext = {
    on: side,
    captures: { path: condition.path?.captures ?? [], query: condition.query?.captures ?? [] },
    type,
    creates: false,
  };
  const hook: Hook = {
    on: side,
    when: condition,
    actions: actions.list(MAX_ACTIONS).flatMap((entry) => {
      const read = readAction(entry, context);
      context.creates ||= read.some(({ kind }) => kind === 'create_resource');
      return read;
    }),
    onFailure: on_failure.isAbsent ? 'refuse' : (on_failure.oneOf('refuse', 'pass') ?? 'refuse'),
  };
  if (hook.onFailure === 'pass' && filters(hook)) {
    on_failure.refuse('refuse, because a list that could not be filtered would be sent unfiltered');
  }
  return hook;
}

function readCondition(written: WrittenValue, on: unknown, patterns: PatternList): HookCondition {
  const absent: HookCondition = {
    methods: undefined,
    path: undefined,
    query: undefined,
    caller: undefined,
    headers: [],
    status: SUCCESS,
  };
  if (written.isAbsent) return absent;
  const { method, path, query, caller, headers, status } = written.members(
    'method',
    'path',
    'query',
    'caller',
    'headers',
    'status',
  );
  if (on === 'request' && !status.isAbsent) status.refuse('nothing: a request has no status');
  return {
    methods: method.isAbsent ? undefined : readMethods(method),
    path: path.isAbsent ? undefined : readPattern(path, patterns),
    query: query.isAbsent ? undefined : readPattern(query, patterns),
    caller: caller.isAbsent ? undefined : caller.oneOf('user', 'anonymous'),
    headers: headers.isAbsent ? [] : readHeaders(headers, patterns),
    status: status.isAbsent ? SUCCESS : readStatuses(status),
  };
}

function readMethods(written: WrittenValue): ReadonlySet<string> {
  const methods = written.listOrOne(MAX_METHODS).map((entry) => readMethod(entry));
  return new Set(methods.filter((method) => method !== undefined));
}

/** Of headers that hooks may set, except the one with the credentials of the caller. */
function readHeaders(written: WrittenValue, patterns: PatternList): HookCondition['headers'] {
  const entries = written.entries();
  if (entries.length > MAX_HEADERS) written.refuse(`at most ${MAX_HEADERS} headers`);
  return entries.flatMap(([key, value]) => {
    const name = key.toLowerCase();
    if (!isSettableHeader('request', name) || name === 'authorization') {
      value.refuse('no header of this name');
      return [];
    }
    const pattern = readPattern(value, patterns, { ignoreCase: false });
    return pattern ? [[name, pattern] as const] : [];
  });
}

/** Paths and queries are compared ignoring case, like the names of resources. */
function readPattern(
  written: WrittenValue,
  patterns: PatternList,
  options = { ignoreCase: true },
): CompiledPattern | undefined {
  if (typeof written.value !== 'string') return written.refuse('a regular expression');
  const pattern = patterns.compile(written.value, options);
  return isPatternProblem(pattern) ? written.refuse(pattern.expected) : pattern;
}

function readStatuses(written: WrittenValue): readonly StatusRange[] {
  if (written.value === 'any') return ANY;
  return written.listOrOne(MAX_METHODS).flatMap((entry) => {
    const { value } = entry;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599) {
      return [{ from: value, to: value }];
    }
    const hundred = typeof value === 'string' ? /^([2-5])xx$/.exec(value)?.[1] : undefined;
    if (hundred !== undefined) return [{ from: Number(hundred) * 100, to: Number(hundred) * 100 + 99 }];
    entry.refuse('a status from 200 to 599, 2xx, 3xx, 4xx, 5xx, or any');
    return [];
  });
}
