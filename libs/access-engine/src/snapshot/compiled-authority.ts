import type { Authority } from '../authority';
import type { PermissionName } from '../permission';
import { decideForUser } from './compiled-decision';
import type { CompiledStore } from './compiled-store';
import { isDenial, nodeOf, permissionCode, permissionOfPlaced, strengthOfRule } from './rule-code';

/**
 * What a user who is no administrator may do in the service at `root`, of the given names.
 *
 * It is enough to look at the service and at the resources that carry a denial (for everywhere) or an allowance (for
 * somewhere) of the user or its groups. A rule that denies elsewhere is recursive and stands above, and then it also
 * denies what does not exist below the resource that carries it, since every rule heard there is heard below, too. So
 * do a rule that allows and, at the service, the absence of any.
 */
export function authorityOf(
  store: CompiledStore,
  user: number,
  root: number,
  names: readonly PermissionName[],
): Authority {
  const everywhere = new Set<PermissionName>();
  const somewhere = new Set<PermissionName>();
  for (const name of names) {
    const permission = permissionCode(name);
    const allows = (node: number, exact: boolean) =>
      decideForUser(store, user, node, permission, exact).access === 'allow';
    const denials = [root, ...nodesWith(store, user, root, permission, true)];
    const allowances = [root, ...nodesWith(store, user, root, permission, false)];
    if (denials.every((node) => allows(node, true) && allows(node, false))) everywhere.add(name);
    if (allowances.some((node) => allows(node, true) || allows(node, false))) somewhere.add(name);
  }
  return { isAdministrator: false, everywhere, somewhere };
}

function nodesWith(
  store: CompiledStore,
  user: number,
  root: number,
  permission: number,
  denials: boolean,
): number[] {
  const { arena, users, groups, resources } = store;
  const lists = [users.rules(user), ...arena.values(users.links(user)).map((group) => groups.rules(group))];
  return lists
    .flatMap((list) => arena.values(list))
    .filter((rule) => permissionOfPlaced(rule) === permission && isDenial(strengthOfRule(rule)) === denials)
    .map(nodeOf)
    .filter((node) => resources.root(node) === root);
}
