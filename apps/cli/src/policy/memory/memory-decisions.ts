import { METHODS } from 'node:http';
import { UsableServices } from '@gatehouse/access';
import {
  type AccessSnapshot,
  BECAUSE,
  type ExplainedAssignment,
  type Explanation,
  type PermissionName,
  formatExplicit,
} from '@gatehouse/access-engine';
import type { MemoryConfiguration } from '@gatehouse/desired-state';
import { lineOfPlace } from './files';
import { readApplicable } from '@gatehouse/directory';
import { type Need, RequestTester, proxyTarget } from '@gatehouse/enforcement';
import { patternEngine } from '@gatehouse/patterns';
import { Problem, problem } from '@gatehouse/problems';
import { FairScheduler } from '@gatehouse/scheduling';
import { type ResourceTypeName, serviceTypeOf } from '@gatehouse/service-types';
import type { DecisionSettings } from '@gatehouse/settings';
import { UsageError } from '../../failures';
import { type Decision, type Decisions, type KnownAssignment, type Rule, assignmentKey } from '../decision';
import type { Expectation, ExpectedRequest } from '../expectations';
import { requestLine } from '../request-line';

type Subject = Expectation['subject'];

/** What a state in memory decides, by the code of API and proxy. */
export class MemoryDecisions implements Decisions {
  private readonly snapshot: AccessSnapshot;
  private readonly tester: RequestTester;
  /** Users who are in one group alone, by the name of that. */
  private readonly members = new Map<string, number | undefined>();

  /** `expectations`: those that will be decided. `warn` is told about services that cannot be used. */
  constructor(
    private readonly configuration: MemoryConfiguration,
    private readonly settings: DecisionSettings,
    expectations: readonly Pick<Expectation, 'subject' | 'question'>[],
    warn: (text: string) => void,
  ) {
    for (const { subject, question } of expectations)
      if (
        subject !== 'everyone' &&
        'group' in subject &&
        'request' in question &&
        !this.members.has(subject.group)
      )
        this.members.set(subject.group, configuration.addMemberOf(subject.group));
    const snapshot = configuration.snapshot();
    this.snapshot = snapshot;
    const state = {
      snapshot: () => snapshot,
      revision: snapshot.revision,
      isReady: true,
      ageMs: () => 0,
      confirmNewest: async () => snapshot.revision,
    };
    const services = new UsableServices(patternEngine, {
      error: ({ service, reason }, text) => warn(`${service}: ${text} (${reason})`),
    });
    this.tester = new RequestTester(settings, state, services, new FairScheduler());
  }

  async of({ subject, question }: Pick<Expectation, 'subject' | 'question'>): Promise<Decision> {
    try {
      return 'request' in question
        ? await this.ofRequest(subject, question)
        : this.ofPermission(subject, question.permission, question.on);
    } catch (error) {
      throw error instanceof Problem ? new UsageError(error.detail) : error;
    }
  }

  async assignmentsOf(services: ReadonlySet<string>): Promise<readonly KnownAssignment[]> {
    const { snapshot } = this;
    const found: KnownAssignment[] = [];
    for (const { principal, resourceId, permission, place } of this.configuration.assignments()) {
      const path = this.namesAlong(resourceId);
      const named = principal.kind === 'user' ? snapshot.user(principal.id) : snapshot.group(principal.id);
      if (!services.has(path[0] ?? '') || !named) continue;
      const holder = `${principal.kind} ${named.name}`;
      found.push({
        key: assignmentKey({ holder, resourceId, permission: permission.name }),
        holder,
        permission: formatExplicit(permission),
        on: path.join('/'),
        at: place && lineOfPlace(place),
      });
    }
    return found;
  }

  pathOf(resourceId: number): string {
    return this.namesAlong(resourceId).join('/');
  }

  /** The names of a resource and of those above it, the service first. */
  private namesAlong(resourceId: number): string[] {
    return this.snapshot
      .pathOf(resourceId)
      .map(({ name }) => name)
      .reverse();
  }

  /** The names of all services. */
  services(): ReadonlySet<string> {
    return new Set(this.snapshot.services().map(({ name }) => name));
  }

  private ofPermission(subject: Subject, permission: string, on: string): Decision {
    const { snapshot } = this;
    const resourceId = this.resourceAt(on);
    const service = snapshot.serviceOf(resourceId);
    const resource = snapshot.resource(resourceId);
    const serviceType = serviceTypeOf(service?.type ?? '');
    if (!service || !resource || !serviceType) throw problem('service_not_found');
    const { name } = readApplicable(
      { permission },
      {
        ...resource,
        type: resource.type as ResourceTypeName,
        displayName: resource.name,
        serviceType,
      },
    );
    const { access, reason, assignments } = this.explanation(subject, resourceId, name);
    return {
      isAllowed: access === 'allow',
      reason,
      service: service.name,
      rules: assignments.map((assignment) => ruleOf(assignment, name)),
    };
  }

  private explanation(subject: Subject, resourceId: number, permission: PermissionName): Explanation {
    const { snapshot } = this;
    if (subject === 'everyone' || 'user' in subject)
      return snapshot.explain(this.userIdOf(subject), resourceId, permission);
    const group = snapshot.groupByName(subject.group);
    if (!group) throw problem('group_not_found');
    return snapshot.explainForMember(group.id, resourceId, permission);
  }

  /** The user; undefined for everyone, who is not signed in. */
  private userIdOf(subject: Subject): number | undefined {
    if (subject === 'everyone') return undefined;
    const name = 'user' in subject ? subject.user : undefined;
    const id =
      name === undefined
        ? this.members.get('group' in subject ? subject.group : '')
        : this.snapshot.userByName(name)?.id;
    if (id === undefined) throw problem(name === undefined ? 'group_not_found' : 'user_not_found');
    return name === this.settings.anonymousUser ? undefined : id;
  }

  private async ofRequest(subject: Subject, { request, headers, body }: ExpectedRequest): Promise<Decision> {
    const { method, target: url } = requestLine(request);
    const target = proxyTarget(url, this.settings);
    if (target === undefined)
      throw problem('tested_url_elsewhere', { address: this.settings.proxyPublicUrl });
    if (!METHODS.includes(method)) throw new UsageError(`${method} is no method of HTTP.`);
    const userId = this.userIdOf(subject);
    const tested = {
      method,
      target,
      headers: Object.entries(headers ?? {}),
      body: Buffer.from(body ?? ''),
      userId,
    };
    const { result, needs } = await this.tester.evaluate(tested, 'policy');
    const { service, refusal, reason } = result;
    const rules = (needs?.permissions ?? []).flatMap((need) =>
      this.rulesOf(need, userId, service?.resourceId ?? 0),
    );
    return {
      isAllowed: refusal === undefined,
      reason: reason ?? null,
      refusal: refusal && `${refusal.detail} (${refusal.errorCode})`,
      service: service?.name,
      rules,
    };
  }

  /** The assignments that decide about what a request needs. */
  private rulesOf(need: Need, userId: number | undefined, serviceId: number): Rule[] {
    const { permission } = need;
    const used = ({ assignments }: Explanation): ExplainedAssignment[] =>
      assignments.filter((assignment) => assignment.used);
    const assignments: (ExplainedAssignment | undefined)[] = [];
    if ('everywhere' in need) {
      assignments.push(need.everywhere.keptBy?.assignment);
      if (need.isMet) assignments.push(...used(this.snapshot.explain(userId, serviceId, permission)));
    } else if ('unregistered' in need)
      assignments.push(...used(need.inherited), need.below.keptBy?.assignment);
    else for (const { explanation } of need.resources) assignments.push(...used(explanation));
    return assignments.flatMap((assignment) => (assignment ? [ruleOf(assignment, permission)] : []));
  }

  private resourceAt(path: string): number {
    const [serviceName, ...names] = path.split('/').filter((name) => name !== '');
    if (/^\d+$/.test(path))
      throw new UsageError(`${path} is the identifier of a resource of an instance: name its path.`);
    const service = this.snapshot.serviceByName(serviceName ?? '');
    if (!service) throw problem('service_not_found');
    let at = service.resourceId;
    for (const name of names) {
      const child = this.snapshot.childByName(at, name);
      // Found as they are written, as in other commands.
      if (child === undefined || this.snapshot.resource(child)?.name !== name)
        throw new UsageError(`There is no resource ${path}: '${name}' is not registered.`);
      at = child;
    }
    return at;
  }
}

function ruleOf(assignment: ExplainedAssignment, permission: string): Rule {
  const { principal, access, scope, resourceId, resourceName, because, used } = assignment;
  return {
    holder: principal,
    permission,
    access,
    scope,
    resourceId,
    resourceName,
    because: BECAUSE[because],
    isUsed: used,
  };
}
