import type { RestrictionEntry } from '@gatehouse/access-engine';
import { ApiToken, type StoredRestrictionEntry, type UnitOfWork } from '@gatehouse/database';
import type { DataSource } from 'typeorm';
import { type Keys, hmac } from '../keys';
import type { LiveSession } from '../session-store';
import { isApiToken, newApiToken } from './token-text';

/** An API token as its owner and administrators see it. */
export interface ListedApiToken {
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isAdministrator: boolean;
  readonly restriction: readonly StoredRestrictionEntry[] | null;
  /** To within five minutes; null if it was never used. */
  readonly lastUsedAt: Date | null;
  /** IPv6 addresses by their /64. */
  readonly lastNetwork: string | null;
  readonly lastClient: string | null;
}

/** What a token is created with, and what can be changed of it. */
export interface ApiTokenFields {
  readonly name: string;
  readonly expiresAt: Date;
  readonly isAdministrator: boolean;
  readonly restriction: readonly StoredRestrictionEntry[] | null;
}

/** Most tokens of a user that are listed and may exist. */
export const MAX_TOKENS_OF_USER = 10_000;

/** A token of a user and the fields of {@link ListedApiToken}. */
const COLUMNS = `t.id, t.user_id AS "userId", t.name, t.created_at AS "createdAt", t.expires_at AS "expiresAt",
  t.is_administrator AS "isAdministrator", t.restriction, u.last_used_at AS "lastUsedAt", u.network AS "lastNetwork", u.client AS "lastClient"`;

/**
 * API tokens are rows of their owners; the tokens themselves are stored as HMACs and shown once. Every change is a revision and reaches
 * the proxies by the change feed. Writes must be inside a unit of work. Reference: sessions#api-tokens.
 */
export class ApiTokenStore {
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: Keys,
  ) {}

  /** What a valid token stands for; undefined if it is unknown, revoked or expired, or its owner was deleted. */
  async find(token: string, now: Date = new Date()): Promise<LiveSession | undefined> {
    if (!isApiToken(token)) return undefined;
    const [row] = await this.dataSource.query<ApiToken[]>(
      `SELECT t.id, t.user_id AS "userId", t.name, t.created_at AS "createdAt", t.expires_at AS "expiresAt",
              t.is_administrator AS "isAdministrator", t.restriction, t.features
         FROM api_tokens t JOIN users o ON o.id = t.user_id WHERE t.token_hmac = $1`,
      [this.digest(token)],
    );
    return row && row.expiresAt > now && isUnderstood(row) ? liveSession(row) : undefined;
  }

  /** The tokens of a user by name; those of a deleted user are nobody's. */
  of(userId: number): Promise<ListedApiToken[]> {
    return this.query('t.user_id = $1', [userId]);
  }

  /** How many tokens a user has. */
  async count(userId: number): Promise<number> {
    return this.unitOfWork.manager.count(ApiToken, { where: { userId } });
  }

  /** Undefined if it does not exist, or belongs to another user. */
  async one(userId: number, id: string): Promise<ListedApiToken | undefined> {
    const [token] = await this.query('t.user_id = $1 AND t.id = $2', [userId, id]);
    return token;
  }

  /** Names by id, of those of the ids that are of tokens of a user; sorted by name. */
  async namesOf(userId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.unitOfWork.manager.query<Pick<ApiToken, 'id' | 'name'>[]>(
      `SELECT t.id, t.name FROM unnest($2::uuid[]) AS kept (id)
        CROSS JOIN LATERAL (SELECT * FROM api_tokens WHERE id = kept.id AND user_id = $1 OFFSET 0) t
        ORDER BY t.name COLLATE "C"`,
      [userId, [...new Set(ids)]],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The new token, which is known to nobody else, with its row. */
  async create(userId: number, fields: ApiTokenFields): Promise<{ token: string; id: string }> {
    const token = newApiToken();
    const { manager } = this.unitOfWork;
    const row = manager.create(ApiToken, { userId, tokenHmac: this.digest(token), ...fields });
    const { id } = await manager.save(row);
    return { token, id };
  }

  async update(id: string, fields: Partial<ApiTokenFields>): Promise<void> {
    await this.unitOfWork.manager.update(ApiToken, { id }, fields);
  }

  /** False if there was none. */
  async delete(id: string): Promise<boolean> {
    const { affected } = await this.unitOfWork.manager.delete(ApiToken, { id });
    return affected === 1;
  }

  /** Revokes the tokens of a user, as a new password does, but those that stay. */
  async deleteAllOf(userId: number, except: readonly string[] = []): Promise<void> {
    await this.unitOfWork.manager.query(
      'DELETE FROM api_tokens WHERE user_id = $1 AND id <> ALL ($2::uuid[])',
      [userId, except],
    );
  }

  private digest(token: string): Buffer {
    return hmac(this.keys.apiToken, token);
  }

  private query(condition: string, values: readonly unknown[]): Promise<ListedApiToken[]> {
    return this.unitOfWork.manager.query<ListedApiToken[]>(
      `SELECT ${COLUMNS} FROM api_tokens t LEFT JOIN LATERAL (SELECT * FROM api_token_uses WHERE token_id = t.id OFFSET 0) u ON true
        WHERE ${condition} ORDER BY t.name COLLATE "C" LIMIT ${MAX_TOKENS_OF_USER}`,
      [...values],
    );
  }
}

/** Whether this version knows everything that limits a token: it refuses those of later versions that it would let do more than they may. */
function isUnderstood({ features, restriction }: ApiToken): boolean {
  return features.length === 0 && (restriction ?? []).every(isKnownEntry);
}

const FIELDS_OF_ENTRY: ReadonlySet<string> = new Set<keyof StoredRestrictionEntry>([
  'resource_id',
  'scope',
  'names',
]);

function isKnownEntry(entry: StoredRestrictionEntry): boolean {
  return (
    Object.keys(entry).every((field) => FIELDS_OF_ENTRY.has(field)) &&
    (entry.scope === 'match' || entry.scope === 'recursive')
  );
}

function liveSession(row: ApiToken): LiveSession {
  const { id, userId, name, createdAt, expiresAt, isAdministrator, restriction } = row;
  return {
    sessionId: id,
    userId,
    issuedAt: createdAt,
    newestIssuedAt: createdAt,
    expiresAt,
    sessionExpiresAt: expiresAt,
    signedInAt: null,
    origin: `api-token:${id}`,
    apiToken: { id, name, isAdministrator, restriction: restriction?.map(entryOf) ?? null },
  };
}

function entryOf({ resource_id: resourceId, scope, names }: StoredRestrictionEntry): RestrictionEntry {
  return { resourceId, scope, names: names as RestrictionEntry['names'] };
}
