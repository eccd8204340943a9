import type { Api } from '../connection/api';
import { recordIn, rowsIn } from '../connection/reply-fields';
import type { Row } from '../declaration/shown';
import { assignmentsIn } from './live-assignments';
import type { Decision, Decisions, KnownAssignment, Rule } from './decision';
import type { Expectation, ExpectedRequest } from './expectations';
import { requestLine } from './request-line';

type Subject = Expectation['subject'];

/** What an export decides, whose identifiers of resources are others. */
interface ExportedDecisions extends Decisions {
  /** `rivers/delta`. */
  pathOf(resourceId: number): string;
}

/** What a running instance decides. */
export class LiveDecisions implements Decisions {
  /** Identifiers of resources by their paths: many expectations are about the same. */
  private readonly ids = new Map<string, Promise<number>>();

  private exported: Promise<ExportedDecisions> | undefined;

  constructor(
    private readonly api: Api,
    private readonly anonymousUser: string,
    /** Whether the assignments that decide are compared with all others. */
    private readonly isComplete: boolean,
    /** What the export of the instance decides, which is read when it is needed. */
    private readonly byExport: () => Promise<ExportedDecisions>,
  ) {}

  async of({ subject, question }: Pick<Expectation, 'subject' | 'question'>): Promise<Decision> {
    if ('request' in question) return this.ofRequest(subject, question);
    const { permission, on } = question;
    const reply = await this.explanation(subject, permission, await this.idOf(on));
    return {
      isAllowed: reply['access'] === 'allow',
      reason: String(reply['reason']),
      service: on.split('/').find((name) => name !== ''),
      rules: rulesIn(reply, permission),
    };
  }

  assignmentsOf(services: ReadonlySet<string>): Promise<readonly KnownAssignment[]> {
    return assignmentsIn(this.api, services);
  }

  private explanation(subject: Subject, permission: string, resource_id: number): Promise<Row> {
    const query = { permission };
    return subject !== 'everyone' && 'group' in subject
      ? this.api.send('GET /groups/{group_name}/resources/{resource_id}/permissions/explain', {
          path: { group_name: subject.group, resource_id },
          query,
        })
      : this.api.send('GET /users/{user_name}/resources/{resource_id}/permissions/explain', {
          path: { user_name: this.userOf(subject), resource_id },
          query,
        });
  }

  private idOf(path: string): Promise<number> {
    const found = this.ids.get(path) ?? this.api.resource(path);
    this.ids.set(path, found);
    return found;
  }

  private async ofRequest(subject: Subject, { request, headers, body }: ExpectedRequest): Promise<Decision> {
    if (subject !== 'everyone' && 'group' in subject)
      return this.ofMember(subject, { request, headers, body });
    const { method, target: url } = requestLine(request);
    const user = subject === 'everyone' ? {} : { user_name: this.userOf(subject) };
    const lines = Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));
    const reply = await this.api.send('POST /requests/evaluate', {
      body: { method, url, headers: lines, ...user, ...(body === undefined ? {} : { body }) },
    });
    const evaluation = recordIn(reply, 'evaluation');
    const { outcome, reason, error_code, error_detail, service, needs } = evaluation;
    const isAllowed = outcome !== 'refused';
    const { resource_id, service_name } = (service ?? {}) as Row;
    const needed = (needs as Row | undefined) ?? { permissions: [] };
    return {
      isAllowed,
      reason: typeof reason === 'string' ? reason : null,
      refusal: isAllowed ? undefined : `${String(error_detail)} (${String(error_code)})`,
      service: typeof service_name === 'string' ? service_name : undefined,
      rules: await this.rulesOf(subject, rowsIn(needed, 'permissions'), Number(resource_id)),
    };
  }

  /** The API decides about requests of users alone: a member of the group without other permissions is one of its export. */
  private async ofMember(subject: Subject, question: ExpectedRequest): Promise<Decision> {
    const exported = await (this.exported ??= this.byExport());
    const decision = await exported.of({ subject, question });
    if (!this.isComplete) return decision;
    const rules = decision.rules.map(async (rule) => ({
      ...rule,
      resourceId: await this.idOf(exported.pathOf(rule.resourceId)),
    }));
    return { ...decision, rules: await Promise.all(rules) };
  }

  private async rulesOf(subject: Subject, needs: readonly Row[], serviceId: number): Promise<Rule[]> {
    const rules: Rule[] = [];
    for (const need of needs) {
      const permission = String(need['permission_name']);
      for (const resource of rowsIn(need, 'resources')) rules.push(...rulesIn(resource, permission));
      const { rule } = (need['kept_by'] ?? {}) as Row;
      if (rule) rules.push(ruleOf(rule as Row, permission));
      if (need['everywhere'] === true && need['met'] === true && this.isComplete)
        rules.push(...rulesIn(await this.explanation(subject, permission, serviceId), permission));
    }
    return rules.filter(({ isUsed }) => isUsed);
  }

  /** Everybody has the permissions of the anonymous user. */
  private userOf(subject: Subject): string {
    if (subject === 'everyone') return this.anonymousUser;
    return 'user' in subject ? subject.user : '';
  }
}

function rulesIn(explanation: Row, permission: string): Rule[] {
  return rowsIn(explanation, 'rules').map((rule) => ruleOf(rule, permission));
}

function ruleOf(
  { holder, access, scope, resource_id, resource_name, because, used }: Row,
  permission: string,
): Rule {
  return {
    holder: String(holder),
    permission,
    access: String(access),
    scope: String(scope),
    resourceId: Number(resource_id),
    resourceName: String(resource_name),
    because: String(because),
    isUsed: used === true,
  };
}
