import type { SynchronizationCredentialsDto } from '@gatehouse/dto';
import { problem } from '@gatehouse/problems';
import { type Credentials, MAX_DECIDED } from '@gatehouse/sync';

const MAX_ID = 2 ** 31 - 1;
/** What the header `Authorization` can carry. */
const PRINTABLE = /^[\x21-\x7e]+$/;
const WITHOUT_CONTROLS = /^\P{Cc}+$/u;

/** The numbers of changes; undefined for all. Throws `value_invalid` (422). */
export function changeIds(value: unknown): readonly number[] | undefined {
  if (value === undefined || value === null) return undefined;
  const isId = (one: unknown): boolean =>
    Number.isInteger(one) && (one as number) > 0 && (one as number) <= MAX_ID;
  if (Array.isArray(value) && value.length <= MAX_DECIDED && value.every(isId)) return value as number[];
  throw problem(
    'value_invalid',
    { field: 'change_ids' },
    {
      status: 422,
      param: {
        name: 'change_ids',
        value: null,
        compare: `at most ${MAX_DECIDED} positive integers`,
        conditions: { matches: false },
      },
    },
  );
}

/** Throws `synchronization_credentials_invalid` (422), which repeats nothing. */
export function credentialsIn(body: SynchronizationCredentialsDto): Credentials {
  const { user_name, password } = body;
  const token = body.token || undefined;
  const isBasic = user_name !== undefined && password !== undefined;
  if (token !== undefined && user_name === undefined && password === undefined) {
    if (PRINTABLE.test(token)) return { kind: 'bearer', token };
  } else if (isBasic && token === undefined) {
    const isSendable = WITHOUT_CONTROLS.test(user_name + password) && !user_name.includes(':');
    if (isSendable) return { kind: 'basic', userName: user_name, password };
  }
  throw problem('synchronization_credentials_invalid');
}
