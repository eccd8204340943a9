import fc from 'fast-check';
import type { PermissionName } from '../permission';
import { ReferenceResolver } from '../resolve.reference';
import { load } from '../testing/fixture';
import {
  ADMINISTRATORS,
  ANONYMOUS_USER,
  NAMES,
  PERMISSIONS_IN_USE,
  type Scenario,
  pick,
  scenarioOf,
} from '../testing/scenario';
import { type AccessView, type RestrictionEntry, type TokenRules, accessWith } from './token-access';

/** Numbers that select the entries of a restriction: resource, scope, and a bit for each permission. */
type EntryRecipe = readonly [resource: number, scope: number, names: number];

function restrictionOf(scenario: Scenario, recipe: readonly EntryRecipe[]): RestrictionEntry[] {
  return recipe.map(([resource, scope, names]) => ({
    resourceId: pick(scenario.resources, resource).id,
    scope: scope === 0 ? 'match' : 'recursive',
    names: PERMISSIONS_IN_USE.filter((_, index) => ((names >>> index) & 1) === 1),
  }));
}

/** By definition, with plain loops: what the owner is allowed, and an entry covers or everybody is allowed. */
class ReferenceToken {
  private readonly reference: ReferenceResolver;

  constructor(
    private readonly scenario: Scenario,
    private readonly rules: TokenRules,
  ) {
    this.reference = new ReferenceResolver(scenario, NAMES);
  }

  isAllowed(userId: number, resourceId: number, name: PermissionName, exact: boolean): boolean {
    const asMember = !this.rules.isAdministrator || this.rules.restriction !== null;
    if (this.reference.effective(userId, resourceId, name, exact, asMember).access === 'deny') return false;
    const { restriction } = this.rules;
    if (restriction === null) return true;
    const path = this.pathOf(resourceId);
    const isCovered = restriction.some(
      (entry) =>
        entry.names.includes(name) &&
        (entry.scope === 'recursive'
          ? path.includes(entry.resourceId)
          : exact && entry.resourceId === resourceId),
    );
    return (
      isCovered || this.reference.effective(ANONYMOUS_USER, resourceId, name, exact, true).access === 'allow'
    );
  }

  /** On every resource of a branch, exact or not. */
  isAllowedEverywhere(userId: number, topId: number, name: PermissionName): boolean {
    return this.branchOf(topId).every((id) =>
      [true, false].every((exact) => this.isAllowed(userId, id, name, exact)),
    );
  }

  isAllowedSomewhere(userId: number, topId: number, name: PermissionName): boolean {
    return this.branchOf(topId).some((id) =>
      [true, false].some((exact) => this.isAllowed(userId, id, name, exact)),
    );
  }

  private branchOf(topId: number): number[] {
    return this.scenario.resources.map(({ id }) => id).filter((id) => this.pathOf(id).includes(topId));
  }

  private pathOf(id: number): number[] {
    const path: number[] = [];
    for (let at: number | null | undefined = id; at;) {
      path.push(at);
      at = this.scenario.resources.find((row) => row.id === at)?.parentId;
    }
    return path;
  }
}

describe('an API token', () => {
  const recipe = fc.record({
    parents: fc.array(fc.nat(1000), { maxLength: 8 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 6 }),
    assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1), fc.nat(3)), { maxLength: 14 }),
  });
  const entries = fc.array(fc.tuple(fc.nat(1000), fc.nat(1), fc.nat(7)), { maxLength: 4 });
  const rules = fc.record({ isAdministrator: fc.boolean(), entries: fc.option(entries) });

  const forAll = (
    check: (scenario: Scenario, access: AccessView, reference: ReferenceToken, userId: number) => void,
  ): void =>
    fc.assert(
      fc.property(recipe, rules, (start, { isAdministrator, entries: chosen }) => {
        const scenario = scenarioOf(start);
        const token: TokenRules = {
          isAdministrator,
          restriction: chosen && restrictionOf(scenario, chosen),
        };
        const access = accessWith(load(scenario), token);
        const reference = new ReferenceToken(scenario, token);
        for (const { id } of scenario.users) check(scenario, access, reference, id);
      }),
      { numRuns: 200 },
    );

  it('is allowed what its owner is allowed, and an entry covers or everybody is allowed', () => {
    forAll((scenario, access, reference, userId) => {
      for (const { id } of scenario.resources)
        for (const name of PERMISSIONS_IN_USE)
          for (const exact of [true, false])
            expect([userId, id, name, exact, access.decide(userId, id, name, exact).access]).toEqual([
              userId,
              id,
              name,
              exact,
              reference.isAllowed(userId, id, name, exact) ? 'allow' : 'deny',
            ]);
    });
  });

  it('is never allowed everywhere what it is denied anywhere, and somewhere whatever it is allowed anywhere', () => {
    forAll((scenario, access, reference, userId) => {
      for (const { resourceId } of scenario.services) {
        const { isAdministrator, everywhere, somewhere } = access.authority(userId, resourceId);
        for (const name of ['read', 'write'] as const) {
          if (isAdministrator || everywhere.has(name))
            expect(reference.isAllowedEverywhere(userId, resourceId, name)).toBe(true);
          if (reference.isAllowedSomewhere(userId, resourceId, name)) expect(somewhere.has(name)).toBe(true);
        }
      }
    });
  });

  it('is denied below an ancestor unless names that are not registered there are allowed for certain', () => {
    forAll((scenario, access, reference, userId) => {
      for (const { id } of scenario.resources) {
        if (access.decide(userId, id, 'read', false).access === 'deny') continue;
        if (!access.isDeniedBelow(userId, id, 'read'))
          expect(reference.isAllowedEverywhere(userId, id, 'read')).toBe(true);
      }
    });
  });

  it('is explained as it is decided, and the explanation names the restriction', () => {
    forAll((scenario, access, _reference, userId) => {
      for (const { id } of scenario.resources) {
        const decision = access.decide(userId, id, 'read', true);
        const { access: decided, reason, restriction } = access.explain(userId, id, 'read');
        expect({ access: decided, reason }).toEqual(decision);
        if (reason === 'token-restriction') expect(restriction).toEqual({ coveredBy: null, isPublic: false });
      }
    });
  });

  it('has the role of an administrator only if its owner has it, and the token has no restriction', () => {
    const scenario = scenarioOf({ parents: [0, 1], memberships: [[0, 1]], assignments: [] });
    const [ada] = scenario.memberships.filter(({ groupId }) => groupId === ADMINISTRATORS);
    const isAdministrator = (token: TokenRules) =>
      accessWith(load(scenario), token).isAdministrator(ada!.userId);
    expect(isAdministrator({ isAdministrator: true, restriction: null })).toBe(true);
    expect(isAdministrator({ isAdministrator: false, restriction: null })).toBe(false);
    expect(isAdministrator({ isAdministrator: true, restriction: [] })).toBe(false);
  });
});
