import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import { type FilterList, type Hook, type TemplateValues, filters } from '@gatehouse/proxy-options';
import { type PatternEngine, type ServiceRequest, UNLIMITED, serviceTypeOf } from '@gatehouse/service-types';
import { evaluateRequest } from '@gatehouse/enforcement';
import type { Steps } from '@gatehouse/request-body';
import type { HeaderEdit } from './header-edits';
import { HookFailed } from './hook-failed';
import { findList } from './json-list';
import { type PlannedWrite, planWrite } from './planned-write';
import { renderHeader, renderItemPath, renderText } from './rendering';

/** A JSON body, as text and as parsed value. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/** A reply as seen by hooks. */
export interface HookedReply {
  readonly service: ServiceView;
  readonly callerId: number | undefined;
  readonly snapshot: AccessSnapshot;
  readonly patterns: PatternEngine;
  /** A reply to HEAD: it has no body but describes one. */
  readonly isHead: boolean;
}

/** The planned effects of a hook on a reply. */
export interface ReplyPlan {
  readonly edits: readonly HeaderEdit[];
  readonly writes: readonly PlannedWrite[];
  /** The text of the body with filtered lists; undefined if unchanged. */
  readonly text: string | undefined;
}

/** Number of items that are authorized in one step. */
const ITEMS_OF_STEP = 200;
/** How often a list is authorized again because access changed meanwhile. */
const MAX_ATTEMPTS = 5;

/** Removes headers that describe a body that the client does not receive. */
const ABOUT_BODY: readonly HeaderEdit[] = [
  'accept-ranges',
  'content-digest',
  'content-length',
  'content-md5',
  'digest',
  'etag',
  'last-modified',
  'repr-digest',
].map((name) => ({ kind: 'remove', name }));

/**
 * Plans what a hook does to a reply, without effects yet; `body` is its body if it has to be read. Fails with `HookFailed`.
 * `values` are the values for templates besides the body.
 */
export function* planReply(
  hook: Hook,
  reply: HookedReply,
  values: TemplateValues,
  body: JsonBody | undefined,
): Steps<ReplyPlan> {
  // If a list is only described, its description is all there is to remove.
  if (reply.isHead && filters(hook))
    return { edits: [...removals(hook), ...ABOUT_BODY], writes: [], text: undefined };
  const variables = { ...values, body: body?.value };
  const edits: HeaderEdit[] = [];
  const writes: PlannedWrite[] = [];
  let text: string | undefined;
  for (const action of hook.actions) {
    switch (action.kind) {
      case 'set_header':
        edits.push({ kind: 'set', name: action.name, value: renderHeader(action.value, variables) });
        break;
      case 'remove_header':
        edits.push({ kind: 'remove', name: action.name });
        break;
      case 'create_resource':
      case 'grant':
        writes.push(planWrite(action, variables, reply.callerId));
        break;
      case 'filter_list':
        if (body) text = yield* filtered(text ?? body.text, action, reply, variables);
        edits.push(...ABOUT_BODY);
    }
  }
  return { edits, writes, text };
}

function removals({ actions }: Hook): readonly HeaderEdit[] {
  return actions.flatMap((action) =>
    action.kind === 'remove_header' ? [{ kind: 'remove', name: action.name }] : [],
  );
}

function* filtered(
  text: string,
  action: FilterList,
  reply: HookedReply,
  values: TemplateValues,
): Steps<string> {
  const list = yield* findList(text, action.items);
  return yield* list.keep(yield* decided(list.items, action, reply, values), action.counts);
}

/** The items that the caller may request, all authorized by one version of the snapshot. */
function* decided(
  items: readonly unknown[],
  action: FilterList,
  reply: HookedReply,
  values: TemplateValues,
): Steps<readonly boolean[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { version } = reply.snapshot;
    const kept: boolean[] = [];
    for (const item of items) {
      kept.push(mayRequest(action, reply, { ...values, item }));
      // Other tasks run meanwhile, and access may change.
      if (kept.length % ITEMS_OF_STEP === 0) yield 0;
      if (reply.snapshot.version !== version) break;
    }
    if (reply.snapshot.version === version) return kept;
  }
  throw new HookFailed('permissions changed too often while a list was filtered');
}

/** Whether the caller may make the request that represents an item. */
function mayRequest(
  { method, path, query }: FilterList,
  { service, callerId, snapshot, patterns }: HookedReply,
  values: TemplateValues,
): boolean {
  const type = serviceTypeOf(service.type);
  if (!type) throw new HookFailed('the type of the service is unknown');
  const segments = renderItemPath(path, values);
  if (!segments) return false;
  const request: ServiceRequest = {
    method,
    segments,
    isPlainPath: segments.every((segment) => encodeURIComponent(segment) === segment),
    query: query
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(renderText(value, values))}`)
      .join('&'),
    body: { kind: 'none' },
    limits: UNLIMITED,
    parseXml: () => ({ problem: 'documents in parameters are not read here' }),
  };
  return evaluateRequest(snapshot, callerId, service, type, request, patterns).verdict.access === 'allow';
}
