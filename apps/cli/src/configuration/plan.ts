import type { Api } from '../connection/api';
import { recordIn, rowsIn } from '../connection/reply-fields';
import type { Row } from '../declaration/shown';
import type { FileMessage, SentConfiguration } from './sent-configuration';

/** What the API is asked besides the files; a saved plan keeps it. */
export interface PlanOptions {
  readonly strict?: boolean | undefined;
  /** Name of the file set. */
  readonly set?: string | undefined;
  /** What to remove of what the set owns and the files no longer name. */
  readonly prune?: 'none' | 'assignments' | 'objects' | undefined;
  /** Whether the set owns from now on what others have created. */
  readonly adopt?: boolean | undefined;
}

/** What users gain, or what they lose. */
export interface EffectSide {
  readonly administrator_count: number;
  readonly administrators: readonly string[];
  readonly users: number;
  readonly decisions: number;
  readonly row_count: number;
  /** By group or user, service and permission. */
  readonly summary: readonly Row[];
}

/** Who gains or loses access by a plan. */
export interface Effect {
  /** Otherwise there are at least as many users and decisions as stated. */
  readonly is_complete: boolean;
  readonly gains: EffectSide;
  readonly losses: EffectSide;
  /** Services of which fields change, so that the same permissions may allow other requests. */
  readonly reconfigured_services: readonly Row[];
}

/** A plan of the API without the values of variables. */
export interface Plan extends Row {
  readonly plan_hash: string;
  readonly revision: number;
  readonly refused: boolean;
  /** How many changes there are of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly steps: number;
  /** The first of them. */
  readonly changes: readonly Row[];
  readonly messages: readonly FileMessage[];
  readonly message_count: number;
  /** Whether somebody may gain access by a removal of prune. */
  readonly needs_allow_gain?: boolean;
  /** What prune keeps, the first of them, and why. */
  readonly kept?: readonly Row[];
  readonly kept_count?: number;
  readonly effect?: Effect | undefined;
  readonly effect_hash?: string;
  /** Identity of the history of the database; one that was restored has another. */
  readonly history?: string;
}

/** What files would change. Nothing is changed. */
export async function planOf(
  api: Api,
  configuration: SentConfiguration,
  options: PlanOptions,
): Promise<Plan> {
  const { files } = configuration;
  return masked(await api.send('POST /configuration/plan', { body: { files, ...options } }), configuration);
}

function masked(reply: Row, configuration: SentConfiguration): Plan {
  const messages = rowsIn(reply, 'messages') as unknown as readonly FileMessage[];
  return {
    ...(reply as Plan),
    counts: recordIn(reply, 'counts') as Readonly<Record<string, number>>,
    changes: rowsIn(reply, 'changes').map((change) => withStated(change, configuration)),
    messages: messages.map((one) => configuration.explained(one)),
  };
}

/** The same with the messages about the files themselves, which were shown when they were read. */
export function withFileMessages(plan: Plan, { messages }: Pick<SentConfiguration, 'messages'>): Plan {
  const { message_count: count } = plan;
  return { ...plan, message_count: count + messages.length, messages: [...messages, ...plan.messages] };
}

/** The fields of a service as its entry states them; the API knows the values of variables only. */
function withStated(change: Row, configuration: SentConfiguration): Row {
  const { service, fields } = change;
  if (typeof fields !== 'object' || fields === null) return change;
  const stated = configuration.statedFields(String(service)) ?? {};
  const shown = Object.keys(fields).map((name) => [name, stated[name] ?? null]);
  return { ...change, fields: Object.fromEntries(shown) };
}

export function numberOfChanges({ counts }: Plan): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
