import type { DataSource } from 'typeorm';
import { type Due, removeDue } from '@gatehouse/database';
import { type Keys, hmac } from './keys';
import type { SignInLimits } from './too-many-sign-ins';

/** The account of a sign-in. */
export interface SignInAccount {
  /** The submitted name or email. */
  readonly login: string;
  /** The user that it identifies, if there is one. */
  readonly userId: number | undefined;
}

/** A sign-in in progress. */
export interface SignInTry {
  readonly id: string;
  /** Whether the user has signed in from this network before. */
  readonly isKnown: boolean;
  /** Seconds until another attempt is accepted; undefined if this one is. */
  readonly secondsToWait: number | undefined;
  /** The same by the limits of networks from which the user has signed in before. */
  readonly secondsToWaitIfKnown: number | undefined;
}

interface Counted {
  by_account: number | null;
  by_address: number | null;
  by_pair: number | null;
  by_known_address: number | null;
  is_known: boolean;
}

/** Factor of the limits for networks from which the user has signed in before. Reference: sessions#sign-in-limits. */
const KNOWN = 10;

/**
 * Counts failed sign-ins by account and by network of the client (`networkOf`), in the database, so that replicas count
 * together and a restart loses nothing. An account has one count, for its name and its email; a name that no account has
 * is counted under a keyed digest: it may have been a password. Written outside of revisions: no
 * decision depends on a counter. Reference: sessions#sign-in-limits.
 */
export class SignInLimiter {
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly keys: Keys,
    private readonly settings: SignInLimits,
  ) {}

  /**
   * Counts an attempt as failed before it is made, so that concurrent attempts are counted. Unknown accounts are counted
   * like existing ones. The caller reports with {@link withdraw} or {@link noteSuccess} that it did not fail.
   */
  async begin(account: SignInAccount, network: string): Promise<SignInTry> {
    const key = this.keyOf(account);
    const [row] = await this.dataSource.query<{ id: string }[]>(
      'INSERT INTO sign_in_failures (account, address) VALUES ($1, $2) RETURNING id',
      [key, network],
    );
    const id = row?.id ?? '0';
    const counted = await this.count(key, network, id, account.userId);
    return {
      id,
      isKnown: counted?.is_known ?? false,
      secondsToWait: longest(counted?.by_account, counted?.by_address),
      secondsToWaitIfKnown: longest(counted?.by_pair, counted?.by_known_address),
    };
  }

  /** Removes an attempt whose password was not checked: only wrong credentials count. */
  async withdraw({ id }: SignInTry): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_failures WHERE id = $1', [id]);
  }

  /**
   * A success resets the count of the account's failures from this network, and records the network as known for the
   * user. Failures from other networks are kept: they may belong to another person. `manager`: of a running unit of work.
   */
  async noteSuccess(
    account: SignInAccount & { readonly userId: number },
    network: string,
    manager: Pick<DataSource, 'query'> = this.dataSource,
  ): Promise<void> {
    await manager.query('DELETE FROM sign_in_failures WHERE account = $1 AND address = $2', [
      this.keyOf(account),
      network,
    ]);
    await manager.query(
      `INSERT INTO sign_in_addresses (user_id, address) SELECT id, $2 FROM users WHERE id = $1
       ON CONFLICT (user_id, address) DO UPDATE SET last_at = now()`,
      [account.userId, network],
    );
  }

  /** Failures older than the window. */
  get due() {
    return {
      table: 'sign_in_failures',
      column: 'failed_at',
      before: 'now() - make_interval(secs => $1)',
      parameters: [this.settings.signInWindow],
    } as const satisfies Due;
  }

  /** Removes what is {@link due}. */
  removeExpired(): Promise<void> {
    return removeDue(this.dataSource, this.due);
  }

  /** The same statement for accounts that exist and others, so that both take the same time. */
  private async count(
    key: string,
    network: string,
    ownId: string,
    userId: number | undefined,
  ): Promise<Counted | undefined> {
    const { signInAccountFailures, signInAddressFailures, signInWindow } = this.settings;
    const [row] = await this.dataSource.query<Counted[]>(
      `SELECT ${secondsLeft('account = $1', '$6')} AS by_account,
              ${secondsLeft('address = $2', '$7')} AS by_address,
              ${secondsLeft('account = $1 AND address = $2', '$8')} AS by_pair,
              ${secondsLeft('address = $2', '$9')} AS by_known_address,
              EXISTS (SELECT 1 FROM sign_in_addresses WHERE user_id = $5 AND address = $2) AS is_known`,
      [
        key,
        network,
        ownId,
        signInWindow,
        userId ?? NOBODY,
        signInAccountFailures - 1,
        signInAddressFailures - 1,
        KNOWN * signInAccountFailures - 1,
        KNOWN * signInAddressFailures - 1,
      ],
    );
    return row;
  }

  private keyOf({ login, userId }: SignInAccount): string {
    const name = userId === undefined ? `login ${login.toLowerCase()}` : `user ${userId}`;
    return hmac(this.keys.signIn, name).toString('base64');
  }
}

/** An id that does not exist. */
const NOBODY = 0;

/**
 * SQL for the seconds until fewer failures remain within the window than a limit allows: until the failure leaves it
 * that is followed by one less than the limit (`after`). Null while there are fewer.
 */
function secondsLeft(condition: string, after: string): string {
  return `(SELECT extract(epoch FROM failed_at + make_interval(secs => $4) - now())::float8
    FROM sign_in_failures
    WHERE ${condition} AND failed_at > now() - make_interval(secs => $4) AND id <> $3
    ORDER BY failed_at DESC OFFSET ${after}::int LIMIT 1)`;
}

function longest(...waits: (number | null | undefined)[]): number | undefined {
  const times = waits.filter((wait) => typeof wait === 'number');
  return times.length > 0 ? Math.max(1, ...times) : undefined;
}
