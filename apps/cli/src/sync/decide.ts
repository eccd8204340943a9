import type { Context } from '../context';
import { rowsIn } from '../connection/reply-fields';
import type { Row } from '../declaration/shown';
import { EXIT } from '../exit-codes';
import { Failure, UsageError } from '../failures';

/** Changes that one request names, at most. */
const MAX_NAMED = 2_000;

/** What is said of changes that are not open. */
const REFUSALS: ReadonlyMap<unknown, string> = new Map([
  ['synchronization_change_not_found', 'does not exist'],
  ['synchronization_change_settled', 'was settled otherwise before'],
]);

interface Values {
  readonly service_name: string;
  readonly changes?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly pattern?: string | undefined;
  readonly synchronization?: number | undefined;
}

/** Accepts or rejects changes, with as many requests as that takes. */
export async function decide(context: Context, decision: 'accept' | 'reject', values: Values): Promise<void> {
  const { service_name, kind, pattern } = values;
  const path = { service_name };
  const numbers = values.changes?.map(numberIn);
  if (numbers && (kind !== undefined || pattern !== undefined))
    throw new UsageError('--changes names them one by one: leave --kind and --pattern out.');
  const api = await context.api();
  const synchronization_id =
    values.synchronization ??
    (await api.send('GET /services/{service_name}/synchronization/changes', { path, query: { limit: 1 } }))[
      'synchronization_id'
    ];
  if (typeof synchronization_id !== 'number')
    throw new Failure(`The service ${service_name} was never synchronized.`);
  let settled = 0;
  // A request that is repeated has refused some of them before.
  const refused = new Map<unknown, Row>();
  const send = async (filter: Row): Promise<boolean> => {
    const reply = await api.send('PATCH /services/{service_name}/synchronization/changes', {
      path,
      body: { decision, synchronization_id, ...filter },
    });
    settled += Number(reply['settled'] ?? 0);
    for (const one of rowsIn(reply, 'refused')) refused.set(one['change_id'], one);
    return reply['more'] === true && Number(reply['settled']) > 0;
  };
  if (numbers) {
    for (let from = 0; from < numbers.length; from += MAX_NAMED) {
      const change_ids = numbers.slice(from, from + MAX_NAMED);
      while (await send({ change_ids })) context.signal.throwIfAborted();
    }
  } else {
    while (await send({ kind, pattern })) context.signal.throwIfAborted();
  }
  show(context, decision, { settled, refused: [...refused.values()], synchronization_id });
}

function show(
  context: Context,
  decision: string,
  outcome: {
    readonly settled: number;
    readonly refused: readonly Row[];
    readonly synchronization_id: number;
  },
): void {
  const { output } = context;
  const { settled, refused } = outcome;
  if (refused.length > 0) context.exitCode = EXIT.changes;
  if (output.format === 'json') output.json(outcome);
  for (const { change_id, error_code } of refused)
    output.warn(`Change ${change_id} ${REFUSALS.get(error_code) ?? `could not be applied (${error_code})`}.`);
  const done = decision === 'accept' ? 'accepted' : 'rejected';
  output.note(`${settled} ${settled === 1 ? 'change is' : 'changes are'} ${done}.`);
}

function numberIn(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError(`'${text}' is not the number of a change.`);
  return Number(text);
}
