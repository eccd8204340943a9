import { parsePermission } from '@gatehouse/access-engine';
import { childTypesOf, resourceTypeOf } from '@gatehouse/service-types';
import type { ChildTypeName, ServiceType } from '@gatehouse/service-types';
import type { CreateResource, FilterList, Grant, Hook, HookAction } from './hook';
import { isRemovableHeader, isSettableHeader } from './hook-headers';
import { type Template, type TemplateSource, readTemplate, referencesOf } from './template';
import type { WrittenValue } from './written-value';

/** The context of an action. */
export interface ActionContext {
  readonly on: Hook['on'];
  /** The named groups of the hook's patterns. */
  readonly captures: Readonly<Record<'path' | 'query', readonly string[]>>;
  readonly type: ServiceType | undefined;
  /** Whether the hook creates a resource before this action. */
  creates: boolean;
}

type Reader = (written: WrittenValue, context: ActionContext) => readonly HookAction[];

const MAX_TEXT = 1_000;
const MAX_HEADERS = 20;
const MAX_COUNTS = 5;
const MAX_GROUP_NAME = 128;
/** A member name in a dotted path. */
const STEPS = /^[^.\0]+(?:\.[^.\0]+)*$/;
const METHOD = /^[A-Z]{1,32}$/;
const PRINTABLE = /^[\x20-\x7e]*$/;

const READERS: Readonly<Record<HookAction['kind'], Reader>> = {
  set_header: readSetHeader,
  remove_header: readRemoveHeader,
  add_query: readAddQuery,
  create_resource: (written, context) => optional(readCreateResource(written, context)),
  grant: (written, context) => optional(readGrant(written, context)),
  filter_list: (written, context) => optional(readFilterList(written, context)),
};
const KINDS = Object.keys(READERS) as HookAction['kind'][];
/** Actions that are allowed on requests; the other ones need the reply. */
const ON_REQUEST: readonly string[] = ['set_header', 'remove_header', 'add_query'];

/** Reads one entry of `do`: an object with one member, the action. */
export function readAction(written: WrittenValue, context: ActionContext): readonly HookAction[] {
  const input = written.members(...KINDS);
  const kinds = KINDS.filter((kind) => !input[kind].isAbsent);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    written.refuse(`one action: ${KINDS.join(', ')}`);
    return [];
  }
  if (context.on === 'request' && !ON_REQUEST.includes(kind)) {
    input[kind].refuse(`nothing: on requests there are ${ON_REQUEST.join(', ')}`);
  }
  if (context.on === 'response' && kind === 'add_query') {
    input[kind].refuse('nothing: a reply has no query');
  }
  return READERS[kind](input[kind], context);
}

function readSetHeader(written: WrittenValue, context: ActionContext): readonly HookAction[] {
  return written.entries().flatMap(([name, value]) => {
    if (!isSettableHeader(context.on, name.toLowerCase())) value.refuse('no header of this name');
    const template = readTemplateAt(value, context);
    if (!template) return [];
    if (literalsOf(template).some((literal) => !PRINTABLE.test(literal))) value.refuse('printable ASCII');
    return [{ kind: 'set_header', name, value: template }];
  });
}

function readRemoveHeader(written: WrittenValue, { on }: ActionContext): readonly HookAction[] {
  return written.listOrOne(MAX_HEADERS).flatMap((entry) => {
    const name = entry.text(MAX_TEXT)?.toLowerCase();
    if (name === undefined) return [];
    if (!isRemovableHeader(on, name)) entry.refuse('the name of a header that hooks may remove');
    return [{ kind: 'remove_header', name }];
  });
}

function readAddQuery(written: WrittenValue, context: ActionContext): readonly HookAction[] {
  return readParameters(written, context).map(([name, value]) => ({ kind: 'add_query', name, value }));
}

function readParameters(
  written: WrittenValue,
  context: ActionContext,
  sources: readonly TemplateSource[] = [],
): readonly (readonly [string, Template])[] {
  return written.entries().flatMap(([name, value]) => {
    if (name === '' || name.length > MAX_TEXT) value.refuse('a parameter with a name');
    const template = readTemplateAt(value, context, sources);
    return template ? [[name, template] as const] : [];
  });
}

function readCreateResource(written: WrittenValue, context: ActionContext): CreateResource | undefined {
  const { below, name, type } = written.members('below', 'name', 'type');
  const parent = below.isAbsent ? { pieces: [] } : readPathAt(below, context);
  const named = readTemplateAt(name, context);
  if (named?.pieces.length === 0) name.refuse('a name');
  const child = readChildType(type, context.type);
  return parent && named && child && { kind: 'create_resource', below: parent, name: named, type: child };
}

function readChildType(written: WrittenValue, service: ServiceType | undefined): ChildTypeName | undefined {
  const type = typeof written.value === 'string' ? resourceTypeOf(written.value) : undefined;
  if (type === undefined || type === 'service') return written.refuse('a type of resource');
  const usable = service && childTypesOf(service);
  if (usable && !usable.includes(type)) {
    return written.refuse(usable.length === 0 ? 'nothing: the service has no resources' : usable.join(', '));
  }
  return type;
}

function readGrant(written: WrittenValue, context: ActionContext): Grant | undefined {
  const { to, permission, on } = written.members('to', 'permission', 'on');
  const principal = readPrincipal(to);
  const granted = parsePermission(permission.value);
  if (granted?.access !== 'allow')
    return permission.refuse('a permission that allows, such as read-allow-match');
  const { type } = context;
  const applicable = type && [type.permissions, ...Object.values(type.resourceTypes)].flat();
  if (applicable && !applicable.includes(granted.name)) {
    permission.refuse([...new Set(applicable)].sort().join(', '));
  }
  if (on.isAbsent || on.value === 'created') {
    if (!context.creates) return on.refuse('a path, or created after create_resource in the same hook');
    return principal && { kind: 'grant', to: principal, permission: granted, on: 'created' };
  }
  const path = readPathAt(on, context);
  return principal && path && { kind: 'grant', to: principal, permission: granted, on: path };
}

function readPrincipal(written: WrittenValue): Grant['to'] | undefined {
  if (written.value === 'caller') return { kind: 'caller' };
  if (typeof written.value !== 'object') return written.refuse('caller, or an object with a group');
  const name = written.members('group').group.text(MAX_GROUP_NAME);
  return name === undefined ? undefined : { kind: 'group', name };
}

function readFilterList(written: WrittenValue, context: ActionContext): FilterList | undefined {
  const { items, counts, method, path, query } = written.members(
    'items',
    'counts',
    'method',
    'path',
    'query',
  );
  const list = items.isAbsent ? [] : readSteps(items);
  const template = readPathAt(path, context, ['item']);
  const parameters = query.isAbsent ? [] : readParameters(query, context, ['item']);
  const verb = method.isAbsent ? 'GET' : readMethod(method);
  const numbers = counts.isAbsent ? [] : counts.listOrOne(MAX_COUNTS).map(readSteps);
  if (!list || !template || verb === undefined) return undefined;
  return {
    kind: 'filter_list',
    items: list,
    counts: numbers.filter((steps) => steps !== undefined),
    method: verb,
    path: template,
    query: parameters,
  };
}

/** The name of a method, in upper case. */
export function readMethod(written: WrittenValue): string | undefined {
  const method = typeof written.value === 'string' ? written.value.toUpperCase() : '';
  return METHOD.test(method) ? method : written.refuse('the name of an HTTP method');
}

function readSteps(written: WrittenValue): readonly string[] | undefined {
  const text = written.text(MAX_TEXT);
  if (text === undefined || text === '') return text === '' ? [] : undefined;
  return STEPS.test(text) ? text.split('.') : written.refuse('names of members, joined by dots');
}

/** A template for a path below the service: empty, or with a leading slash. */
function readPathAt(
  written: WrittenValue,
  context: ActionContext,
  sources: readonly TemplateSource[] = [],
): Template | undefined {
  const template = readTemplateAt(written, context, sources);
  const [first] = template?.pieces ?? [];
  const begins =
    first === undefined || (typeof first === 'string' ? first.startsWith('/') : isCapture(first));
  return begins ? template : written.refuse('a path: empty, or with a leading slash');
}

function isCapture({ source }: { readonly source: TemplateSource }): boolean {
  return source === 'path';
}

function readTemplateAt(
  written: WrittenValue,
  context: ActionContext,
  further: readonly TemplateSource[] = [],
): Template | undefined {
  const text = written.text(MAX_TEXT);
  if (text === undefined) return undefined;
  const template = readTemplate(text);
  if (!template) return written.refuse('a template such as job-${body.id}');
  const sources: readonly TemplateSource[] = ['path', 'query', 'body', 'caller', ...further];
  for (const { source, steps } of referencesOf(template)) {
    const [name = ''] = steps;
    const known =
      source === 'caller'
        ? ['id', 'name']
        : source === 'path' || source === 'query'
          ? context.captures[source]
          : undefined;
    if (!sources.includes(source)) return written.refuse(`no value of ${source} here`);
    if (known && (steps.length > 1 || !known.includes(name))) {
      return written.refuse(
        source === 'caller'
          ? 'caller.id or caller.name'
          : `a named group of the ${source}'s pattern for ${name}`,
      );
    }
  }
  return template;
}

function literalsOf({ pieces }: Template): readonly string[] {
  return pieces.filter((piece) => typeof piece === 'string');
}

function optional<Action extends HookAction>(action: Action | undefined): readonly Action[] {
  return action ? [action] : [];
}
