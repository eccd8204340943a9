import type { DataSource } from 'typeorm';
import type { Settings } from '@gatehouse/settings';
import { type Keys, hmac } from './keys';

type LimiterSettings = Pick<Settings, 'signInAccountFailures' | 'signInAddressFailures' | 'signInWindow'>;

/** A sign-in that is under way. */
export interface SignInTry {
  readonly id: string;
  /** Seconds until another try is taken; undefined while this one is. */
  readonly secondsToWait: number | undefined;
}

interface Counted {
  failures: string;
  oldest: Date | null;
}

/**
 * Counts failed sign-ins by account and by address, in the database, so that replicas count together and a restart
 * forgets nothing. What was typed as a name is counted under a keyed digest: it may have been a password.
 * Written outside of revisions: a counter is no fact that a decision rests on. Spec: decisions 28.
 */
export class SignInLimiter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: Keys,
    private readonly settings: LimiterSettings,
  ) {}

  /**
   * Counts a try as failed before it is made, so that tries made side by side see each other. Unknown accounts count
   * like existing ones. The caller says with {@link withdraw} or {@link noteSuccess} that it was no failure.
   */
  async begin(account: string, address: string): Promise<SignInTry> {
    const key = this.accountKey(account);
    const [row] = await this.dataSource.query<{ id: string }[]>(
      'INSERT INTO sign_in_failures (account, address) VALUES ($1, $2) RETURNING id',
      [key, address],
    );
    const id = row?.id ?? '0';
    const [byAccount, byAddress] = await Promise.all([
      this.wait('account', key, id, this.settings.signInAccountFailures),
      this.wait('address', address, id, this.settings.signInAddressFailures),
    ]);
    const waits = [byAccount, byAddress].filter((wait) => wait !== undefined);
    return { id, secondsToWait: waits.length > 0 ? Math.max(...waits) : undefined };
  }

  /** Forgets a try that was refused unread: only wrong credentials count. */
  async withdraw({ id }: SignInTry): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_failures WHERE id = $1', [id]);
  }

  /** A success ends the count of the account and makes the address one that the user is known to come from. */
  async noteSuccess(account: string, userId: number, address: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_failures WHERE account = $1', [
      this.accountKey(account),
    ]);
    await this.dataSource.query(
      `INSERT INTO sign_in_addresses (user_id, address) SELECT id, $2 FROM users WHERE id = $1
       ON CONFLICT (user_id, address) DO UPDATE SET last_at = now()`,
      [userId, address],
    );
  }

  async isKnownAddress(userId: number, address: string): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM sign_in_addresses WHERE user_id = $1 AND address = $2',
      [userId, address],
    );
    return found.length > 0;
  }

  /** Forgets what is older than the window. */
  async removeExpired(): Promise<void> {
    await this.dataSource.query(
      'DELETE FROM sign_in_failures WHERE failed_at < now() - make_interval(secs => $1)',
      [this.settings.signInWindow],
    );
  }

  /** The wait ends when so many failures have left the window that fewer than `most` remain. */
  private async wait(
    column: 'account' | 'address',
    value: string,
    ownId: string,
    most: number,
  ): Promise<number | undefined> {
    const [row] = await this.dataSource.query<Counted[]>(
      `SELECT count(*) AS failures, min(failed_at) AS oldest FROM (
         SELECT failed_at FROM sign_in_failures
         WHERE ${column} = $1 AND failed_at > now() - make_interval(secs => $2)
           AND id <> $4
         ORDER BY failed_at DESC LIMIT $3) AS latest`,
      [value, this.settings.signInWindow, most, ownId],
    );
    if (!row || Number(row.failures) < most || !row.oldest) return undefined;
    return Math.max(1, this.settings.signInWindow - (Date.now() - row.oldest.getTime()) / 1000);
  }

  private accountKey(account: string): string {
    return hmac(this.keys.signIn, account.toLowerCase()).toString('base64');
  }
}
