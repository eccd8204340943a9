import type { AccessSnapshot, PermissionName } from '@gatehouse/access-engine';
import { CAUSES, type Cause, type ComparedUser, type Fact, Facts, type NamesHere } from './facts';
import type { ImportRecord } from './import-record';
import { BitOutcome, type Found, byAnswers, differenceOf } from './outcome';
import { bitOf, namesOf, sizeOf } from './permission-names';
import type { Outcome, Resolver, ResourceAnswers, SourceUser } from './resolver';

/** A difference, as it is shown. */
export interface Difference {
  readonly user: string;
  readonly resource: string;
  readonly resourceId: number;
  readonly permission: string;
  /** `unregistered`: for names that are not registered below the resource. */
  readonly target: 'resource' | 'unregistered';
  readonly source: Answer;
  readonly here: Answer;
  readonly facts: readonly Fact[];
}

interface Answer {
  /** Null: it has no such permission, or is not there. */
  readonly access: 'allow' | 'deny' | null;
  readonly reason: string;
  /** The deciding assignment: `group 3 sailors: read-deny-recursive on resource 17`. */
  readonly assignment: string | null;
}

interface Tally {
  count: number;
  readonly examples: Difference[];
}

export interface Verification {
  /** Answers about registered resources that were compared. */
  readonly answers: number;
  /** Answers about names that are not registered, below each resource. */
  readonly answersBelow: number;
  readonly users: number;
  readonly resources: number;
  /** Users of the source that have no counterpart, by why. */
  readonly usersNotHere: Readonly<Record<string, number>>;
  readonly explained: Readonly<Partial<Record<Cause, Tally>>>;
  readonly unexplained: Tally;
}

export interface VerificationOptions {
  readonly resolver: Resolver;
  readonly snapshot: AccessSnapshot;
  readonly record: ImportRecord;
  /** The special names of Gatehouse. */
  readonly names: NamesHere;
  readonly users: readonly SourceUser[];
  /** Differences of one kind that are shown. */
  readonly maxExamples: number;
  /** Called with the number of users that are done. */
  readonly progress: (users: number) => void;
  readonly signal: AbortSignal;
}

/** Compares the answers of the reference with those of the engine. */
export async function verifyImport(options: VerificationOptions): Promise<Verification> {
  return new Comparison(options).run();
}

class Comparison {
  private readonly facts: Facts;
  private readonly anonymousHere: number;
  private answers = 0;
  private answersBelow = 0;
  private users = 0;
  private readonly resources = new Set<number>();
  private readonly usersNotHere: Record<string, number> = {};
  private readonly explained: Partial<Record<Cause, Tally>> = {};
  private readonly unexplained: Tally = { count: 0, examples: [] };

  constructor(private readonly options: VerificationOptions) {
    const { resolver, snapshot, record, names } = options;
    this.facts = new Facts(resolver, snapshot, record, names);
    this.anonymousHere = snapshot.groupByName(names.anonymousGroup)?.id ?? 0;
  }

  async run(): Promise<Verification> {
    let done = 0;
    for (const alike of byAnswers(this.options.users)) {
      const compared = await this.counterparts(alike);
      const [first] = alike;
      if (first && compared.length > 0)
        for await (const some of this.options.resolver.answers(first)) {
          this.options.signal.throwIfAborted();
          for (const answer of some) {
            const differing = this.resource(compared, answer);
            // Few of them: waiting for each would take longer than all comparisons.
            for (const different of differing) await different();
          }
        }
      done += alike.length;
      this.options.progress(done);
    }
    const { answers, answersBelow, users, usersNotHere, explained, unexplained } = this;
    return {
      answers,
      answersBelow,
      users,
      resources: this.resources.size,
      usersNotHere,
      explained,
      unexplained,
    };
  }

  private async counterparts(users: readonly SourceUser[]): Promise<ComparedUser[]> {
    const { snapshot, record } = this.options;
    const found: ComparedUser[] = [];
    for (const source of users) {
      const id = record.target('user', source.id);
      const user = id === undefined ? undefined : snapshot.user(id);
      if (source.isAnonymous) found.push({ source, id: undefined, name: 'not signed in' });
      if (user) found.push({ source, id: user.id, name: user.name });
      else if (!source.isAnonymous) await this.notHere(source);
    }
    this.users += found.length;
    return found;
  }

  private async notHere(source: SourceUser): Promise<void> {
    const { cause, text } = await this.facts.missing('user', source.id);
    this.usersNotHere[cause ?? 'unexplained'] = (this.usersNotHere[cause ?? 'unexplained'] ?? 0) + 1;
    if (cause !== null) return;
    this.unexplained.count++;
    this.show(this.unexplained, {
      user: source.name,
      resource: '',
      resourceId: 0,
      permission: '',
      target: 'resource',
      source: { access: null, reason: `user:${source.id}:${source.name}`, assignment: null },
      here: { access: null, reason: 'not here', assignment: null },
      facts: [{ text, cause }],
    });
  }

  /** Compares the answers on a resource, and returns what is to be done about those that differ. */
  private resource(users: readonly ComparedUser[], answer: ResourceAnswers): (() => Promise<void>)[] {
    const { record, snapshot } = this.options;
    const target = record.target('resource', answer.resourceId);
    const isHere = target !== undefined && snapshot.resource(target) !== undefined;
    this.resources.add(answer.resourceId);
    const size = sizeOf(answer.names);
    const differing: (() => Promise<void>)[] = [];
    for (const user of users) {
      this.answers += size;
      if (!isHere) {
        differing.push(() => this.absent(user, answer));
        continue;
      }
      this.answersBelow += size;
      const compare = (side: Difference['target'], expected: Outcome, found: Found) => {
        const bits = differenceOf(answer.names, expected, found);
        if (bits !== 0) differing.push(() => this.differing(user, answer, side, { bits, expected, found }));
      };
      compare('resource', answer.here, this.here(user.id, target));
      compare('unregistered', answer.below, this.below(user.id, target));
    }
    return differing;
  }

  /** The names, and what is decided about them, as sets. */
  private here(userId: number | undefined, resourceId: number): Found {
    const outcome = new BitOutcome(this.anonymousHere);
    for (const { name, access, reason } of this.options.snapshot.effective(userId, resourceId))
      outcome.add(name, access, reason ?? '');
    return outcome;
  }

  private below(userId: number | undefined, resourceId: number): Found {
    const { snapshot } = this.options;
    const outcome = new BitOutcome(this.anonymousHere);
    for (const name of snapshot.allowedPermissions(resourceId)) {
      const { access, reason } = snapshot.decide(userId, resourceId, name, false);
      outcome.add(name, access, reason);
    }
    return outcome;
  }

  private async differing(
    user: ComparedUser,
    { resourceId, names }: ResourceAnswers,
    target: Difference['target'],
    { bits, expected, found }: { readonly bits: number; readonly expected: Outcome; readonly found: Found },
  ): Promise<void> {
    for (const name of namesOf(bits)) {
      const bit = bitOf(name);
      const isWider = (found.allowed & ~expected.allowed & bit) !== 0;
      const isPublic = (found.byAnonymousGroup & bit) !== 0;
      const facts =
        (names ^ found.names) & bit
          ? [{ text: 'the permission exists on one side alone', cause: null }]
          : await this.facts.about(user, resourceId, name);
      await this.count(user, { resourceId, name, target, facts, isWider, isPublic });
    }
  }

  /** A resource that is not here: requests for it are decided at the closest one above that is. */
  private async absent(user: ComparedUser, { resourceId, names, here }: ResourceAnswers): Promise<void> {
    const missing = await this.facts.missing('resource', resourceId);
    const above = await this.decidedAt(resourceId, true);
    for (const name of namesOf(names)) {
      const decided = above && this.options.snapshot.decide(user.id, above.id, name as PermissionName, false);
      const isWider = decided?.access === 'allow' && (here.allowed & bitOf(name)) === 0;
      const isPublic = decided?.reason.startsWith(`group:${this.anonymousHere}:`) === true;
      // Few of them: the others need no more than that it is missing.
      const facts = isWider ? await this.facts.about(user, resourceId, name) : [missing];
      await this.count(user, { resourceId, name, target: 'resource', facts, isWider, isPublic });
    }
  }

  private async count(
    user: ComparedUser,
    difference: {
      readonly resourceId: number;
      readonly name: string;
      readonly target: Difference['target'];
      readonly facts: readonly Fact[];
      readonly isWider: boolean;
      /** Whether the anonymous group decides here. */
      readonly isPublic: boolean;
    },
  ): Promise<void> {
    const { facts, isWider, isPublic } = difference;
    const causes = new Set(facts.map(({ cause }) => cause));
    const isAllowedMore =
      [...causes].every((cause) => cause !== null && CAUSES[cause] === 'changing') ||
      // Whoever has no session is allowed it as well.
      (isPublic && causes.has('public_access'));
    const isExplained =
      facts.length > 0 && [...causes].every((cause) => cause !== null) && (!isWider || isAllowedMore);
    const tallies = isExplained
      ? [...causes].map((cause) => (this.explained[cause as Cause] ??= { count: 0, examples: [] }))
      : [this.unexplained];
    for (const tally of tallies) {
      tally.count++;
      if (tally.examples.length < this.options.maxExamples)
        this.show(tally, await this.described(user, difference));
    }
  }

  private show(tally: Tally, difference: Difference): void {
    if (tally.examples.length < this.options.maxExamples) tally.examples.push(difference);
  }

  private async described(
    { source, id, name: userName }: ComparedUser,
    {
      resourceId,
      name,
      target,
      facts,
    }: Pick<Difference, 'target' | 'facts' | 'resourceId'> & { readonly name: string },
  ): Promise<Difference> {
    const { resolver } = this.options;
    const isExact = target === 'resource';
    const explained = await resolver.explain(source, resourceId, name, isExact);
    const [first] = source.isAdministrator ? [] : explained.considered;
    const assignment =
      first &&
      `${first.group ? `group ${first.group.name}` : `user ${source.name}`}: ${name}-${first.denies ? 'deny' : 'allow'}-${first.isRecursive ? 'recursive' : 'match'} on ${await resolver.pathOf(first.resourceId)}`;
    return {
      user: userName,
      resource: await resolver.pathOf(resourceId),
      resourceId,
      permission: name,
      target,
      source: { access: explained.access, reason: explained.reason, assignment: assignment ?? null },
      here: this.answerHere(id, await this.decidedAt(resourceId, isExact), name as PermissionName),
      facts,
    };
  }

  /** The counterpart of a resource, or of the closest one above that has one: it decides about requests for what is not here. */
  private async decidedAt(resourceId: number, isExact: boolean): Promise<DecidedAt> {
    const { record, snapshot } = this.options;
    for (const id of await this.facts.chainOf(resourceId)) {
      const target = record.target('resource', id);
      if (target !== undefined && snapshot.resource(target))
        return { id: target, isExact: isExact && id === resourceId };
    }
    return undefined;
  }

  private answerHere(userId: number | undefined, at: DecidedAt, name: PermissionName): Answer {
    const { snapshot } = this.options;
    if (!at) return { access: null, reason: 'not here', assignment: null };
    const { id: resourceId, isExact } = at;
    if (!snapshot.allowedPermissions(resourceId).includes(name))
      return { access: null, reason: 'no such permission', assignment: null };
    const { access, reason, assignments } = snapshot.explain(userId, resourceId, name, isExact);
    const used = assignments.find((assignment) => assignment.used);
    const path = used && snapshot.pathOf(used.resourceId).map((step) => step.name);
    return {
      access,
      reason,
      assignment: used
        ? `${used.principal}: ${name}-${used.access}-${used.scope} on ${path?.reverse().join('/')}`
        : null,
    };
  }
}

type DecidedAt = { readonly id: number; readonly isExact: boolean } | undefined;
