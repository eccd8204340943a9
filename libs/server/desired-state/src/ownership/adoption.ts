import { isDeepStrictEqual } from 'node:util';
import type { Plan, PlannedChange, PlannedNode, PlannedPrincipal } from '../plan/plan';
import type { PrincipalRules } from '../plan/planned-principals';
import {
  type ObjectKey,
  type SetRecords,
  type Value,
  textOfAssignment,
  textOfMembership,
  textOfObject,
} from './file-set';
import { type NamedKeys, keyOfAssignment, keyOfMembership } from './named-keys';

type Adoption = Extract<PlannedChange, { readonly kind: 'adopt' }>;

interface Known {
  readonly named: NamedKeys;
  /** Of what is named. */
  readonly records: SetRecords;
  /** The present fields of the objects that are named, by the texts of their keys. */
  readonly values: ReadonlyMap<string, Value>;
}

/**
 * What exists of what files state, and the set does not own yet. Special users and groups are nobody's, nor are the memberships that
 * every user has.
 */
export function adoptions(
  { changes, named: { statedNodes, principals } }: Pick<Plan, 'changes' | 'named'>,
  { named, records, values }: Known,
  rules: PrincipalRules,
): Adoption[] {
  const created = createdBy(changes);
  const isOwned = (one: { readonly state: string } | undefined): boolean => one?.state === 'owned';
  // An object that others have changed is adopted again, as it is now.
  const isOwnObject = (key: ObjectKey): boolean => {
    const text = textOfObject(key);
    const record = records.objects.get(text);
    return isOwned(record) && isDeepStrictEqual(record?.value, values.get(text));
  };
  const ofNodes = [...statedNodes].flatMap((node: PlannedNode): Adoption[] => {
    if (node.id === undefined) return [];
    if (isOwnObject({ kind: 'resource', id: node.id })) return [];
    return [{ kind: 'adopt', adopted: { object: 'node', node } }];
  });
  const ofPrincipals = principals.flatMap((principal): Adoption[] => {
    const { kind, id } = principal;
    if (id === undefined || isSpecial(principal, rules)) return [];
    if (isOwnObject({ kind, id })) return [];
    return [{ kind: 'adopt', adopted: { object: 'principal', principal } }];
  });
  const ofMemberships = [...named.memberships].flatMap(([text, { user, group }]): Adoption[] =>
    isOwned(records.memberships.get(text)) || created.has(text)
      ? []
      : [{ kind: 'adopt', adopted: { object: 'membership', user, group } }],
  );
  const ofAssignments = [...named.assignments].flatMap(
    ([text, { principal, node, permission }]): Adoption[] =>
      isOwned(records.assignments.get(text)) || created.has(text)
        ? []
        : [{ kind: 'adopt', adopted: { object: 'assignment', principal, node, permission } }],
  );
  return [...ofNodes, ...ofPrincipals, ...ofMemberships, ...ofAssignments];
}

/** The texts of the memberships and assignments that changes create, which the set owns anyway. */
function createdBy(changes: readonly PlannedChange[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap((change) => {
      if (change.kind === 'add_membership') {
        const key = keyOfMembership(change);
        return key ? [textOfMembership(key)] : [];
      }
      if (change.kind !== 'set_permission' || change.before || !change.after) return [];
      const { principal, node, after: permission } = change;
      const key = keyOfAssignment({ principal, node, permission });
      return key ? [textOfAssignment(key)] : [];
    }),
  );
}

function isSpecial({ kind, name }: PlannedPrincipal, { users, groups }: PrincipalRules): boolean {
  return kind === 'user'
    ? users.deletionError(name) !== undefined || users.isShared(name)
    : groups.protectionError(name) !== undefined;
}
