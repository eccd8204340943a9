import type { Hook, TemplateValues } from '@gatehouse/proxy-options';
import type { HeaderEdit } from './header-edits';
import { HookFailed } from './hook-failed';
import { renderHeader, renderText } from './rendering';

/** What a hook on requests changes. */
export interface RequestChange {
  readonly edits: readonly HeaderEdit[];
  /** With its question mark; empty where there is none. */
  readonly query: string;
}

/** What a hook makes of a request with this query. Fails with `HookFailed`. */
export function changeRequest({ actions }: Hook, values: TemplateValues, query: string): RequestChange {
  const edits: HeaderEdit[] = [];
  let changed = query;
  for (const action of actions) {
    if (action.kind === 'set_header') {
      edits.push({ kind: 'set', name: action.name, value: renderHeader(action.value, values) });
    } else if (action.kind === 'remove_header') {
      edits.push({ kind: 'remove', name: action.name });
    } else if (action.kind === 'add_query') {
      changed = withParameter(changed, action.name, renderText(action.value, values));
    }
  }
  return { edits, query: changed };
}

/** What the client has sent stays as it was sent; a parameter that it has sent itself is not added beside it. */
function withParameter(query: string, name: string, value: string): string {
  // Many services do not tell cases apart, so that two spellings would be two values of one parameter.
  for (const [given] of new URLSearchParams(query)) {
    if (given.toLowerCase() === name.toLowerCase()) {
      throw new HookFailed('the request has the parameter that is to be added');
    }
  }
  const added = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return query.length > 1 ? `${query}&${added}` : `?${added}`;
}
