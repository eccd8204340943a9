import { createHmac } from 'node:crypto';
import type { Steps } from '@gatehouse/request-body';
import { describeChange } from './describe-plan';
import type { Adopted, PlannedChange } from './plan';

/** Changes that are digested in one step. */
const CHANGES_OF_STEP = 200;

/**
 * Digest of everything that changes would write; equal for plans that change the same. Its key keeps whoever has a plan from
 * trying passwords that may be among the values.
 */
export function* planHash(changes: readonly PlannedChange[], key: Buffer): Steps<string> {
  const hmac = createHmac('sha256', key);
  for (const [index, change] of changes.entries()) {
    if ((index + 1) % CHANGES_OF_STEP === 0) yield 0;
    hmac.update(JSON.stringify([describeChange(change), ...contentOf(change)])).update('\n');
  }
  return hmac.digest('hex');
}

/** What a description does not have: identifiers of existing objects, and values that it does not show. */
function contentOf(change: PlannedChange): readonly unknown[] {
  switch (change.kind) {
    case 'create_service': {
      const { url, syncType, synchronization, configuration, proxy, needsHooks } = change.desired;
      return [url, syncType, synchronization, configuration, proxy, needsHooks];
    }
    case 'change_service': {
      const { id, url, syncType, synchronization, configuration, proxy } = change.changed;
      return [id, url, syncType, synchronization, configuration, proxy];
    }
    case 'create_group': {
      const { description, discoverable, terms } = change.group;
      return [description, discoverable, terms];
    }
    case 'create_user': {
      const { email, kind, password, locale } = change.user;
      return [email, kind, password, locale, change.groups.map(({ id }) => id)];
    }
    case 'create_resource':
      return [change.node.parent?.id, change.node.displayName];
    case 'add_membership':
    case 'remove_membership':
      return [change.user.id, change.group.id];
    case 'set_permission':
    case 'remove_permission':
      return [change.principal.id, change.node.id];
    case 'delete_service':
    case 'delete_resource':
      return [change.node.id];
    case 'delete_user':
    case 'delete_group':
      return [change.principal.id];
    case 'adopt':
      return identifiersOf(change.adopted);
  }
}

function identifiersOf(adopted: Adopted): readonly unknown[] {
  switch (adopted.object) {
    case 'principal':
      return [adopted.principal.id];
    case 'node':
      return [adopted.node.id];
    case 'membership':
      return [adopted.user.id, adopted.group.id];
    case 'assignment':
      return [adopted.principal.id, adopted.node.id];
  }
}
