import type { Hook, TemplateValues } from '@gatehouse/proxy-options';
import type { HeaderEdit } from './header-edits';
import { HookFailed } from './hook-failed';
import { renderHeader, renderText } from './rendering';

/** The changes of a request hook. */
export interface RequestChange {
  readonly edits: readonly HeaderEdit[];
  /** Includes the question mark; empty if there is none. */
  readonly query: string;
}

/** Applies a hook to a request with this query. Fails with `HookFailed`. */
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

/** What the client sent is unchanged; a parameter that the client sent itself is not added again. */
function withParameter(query: string, name: string, value: string): string {
  // Many services ignore case, so that two spellings would be two values of one parameter.
  for (const [parameter] of new URLSearchParams(query)) {
    if (parameter.toLowerCase() === name.toLowerCase()) {
      throw new HookFailed('the request already has the parameter to add');
    }
  }
  const added = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return query.length > 1 ? `${query}&${added}` : `?${added}`;
}
