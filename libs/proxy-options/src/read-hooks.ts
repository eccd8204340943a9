import type { ServiceType } from '@gatehouse/service-types';
import { type Hook, type HookCondition, type StatusRange, filters } from './hook';
import { type HookPattern, MOST_PATTERN, readPattern } from './hook-pattern';
import { type ActionPlace, readAction, readMethod } from './read-action';
import type { WrittenValue } from './written-value';

const MOST_HOOKS = 50;
const MOST_ACTIONS = 20;
const MOST_METHODS = 20;
const SUCCESS: readonly StatusRange[] = [{ from: 200, to: 299 }];
const ANY: readonly StatusRange[] = [{ from: 100, to: 599 }];

/**
 * Reads a list of hooks; what is wrong is noted and the list is of no use then. With the type of the service, what its
 * resources cannot be or carry is wrong as well. spec: permissions 5.8.
 */
export function readHooks(written: WrittenValue, type?: ServiceType): readonly Hook[] {
  // An empty list is how hooks are taken away.
  if (Array.isArray(written.value) && written.value.length === 0) return [];
  return written.list(MOST_HOOKS).map((entry) => readHook(entry, type));
}

function readHook(written: WrittenValue, type: ServiceType | undefined): Hook {
  const { on, when, do: actions, on_failure } = written.members('on', 'when', 'do', 'on_failure');
  const side = on.oneOf('request', 'response') ?? 'request';
  const condition = readCondition(when, on.value);
  const place: ActionPlace = {
    on: side,
    captures: { path: condition.path?.captures ?? [], query: condition.query?.captures ?? [] },
    type,
    creates: false,
  };
  const hook: Hook = {
    on: side,
    when: condition,
    actions: actions.list(MOST_ACTIONS).flatMap((entry) => {
      const read = readAction(entry, place);
      place.creates ||= read.some(({ kind }) => kind === 'create_resource');
      return read;
    }),
    onFailure: on_failure.isAbsent ? 'refuse' : (on_failure.oneOf('refuse', 'pass') ?? 'refuse'),
  };
  if (hook.onFailure === 'pass' && filters(hook)) {
    on_failure.refuse('refuse, because a list that could not be filtered would be passed on whole');
  }
  return hook;
}

function readCondition(written: WrittenValue, on: unknown): HookCondition {
  const absent: HookCondition = {
    methods: undefined,
    path: undefined,
    query: undefined,
    caller: undefined,
    status: SUCCESS,
  };
  if (written.isAbsent) return absent;
  const { method, path, query, caller, status } = written.members(
    'method',
    'path',
    'query',
    'caller',
    'status',
  );
  if (on === 'request' && !status.isAbsent) status.refuse('nothing: a request has no status');
  return {
    methods: method.isAbsent ? undefined : readMethods(method),
    path: path.isAbsent ? undefined : readPatternAt(path),
    query: query.isAbsent ? undefined : readPatternAt(query),
    caller: caller.isAbsent ? undefined : caller.oneOf('user', 'anonymous'),
    status: status.isAbsent ? SUCCESS : readStatuses(status),
  };
}

function readMethods(written: WrittenValue): ReadonlySet<string> {
  const methods = written.listOrOne(MOST_METHODS).map((entry) => readMethod(entry));
  return new Set(methods.filter((method) => method !== undefined));
}

function readPatternAt(written: WrittenValue): HookPattern | undefined {
  const source = written.text(MOST_PATTERN);
  if (source === undefined) return undefined;
  const pattern = readPattern(source);
  return typeof pattern === 'string' ? written.refuse(pattern) : pattern;
}

function readStatuses(written: WrittenValue): readonly StatusRange[] {
  if (written.value === 'any') return ANY;
  return written.listOrOne(MOST_METHODS).flatMap((entry) => {
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
