import type { SelectQueryBuilder } from 'typeorm';
import { ExternalIdentity, type UnitOfWork } from '@gatehouse/database';

/** The SQL of the identities of users and of what their claims have brought about. Writes must be inside a unit of work. */
export class IdentityRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  find(provider: string, subject: string): Promise<ExternalIdentity | null> {
    return this.existing().andWhere({ provider, subject }).getOne();
  }

  ofUser(userId: number): Promise<ExternalIdentity[]> {
    return this.existing().andWhere({ userId }).orderBy('identity.id').getMany();
  }

  /** Those of users and providers that were not deleted, since rows may be left. */
  private existing(): SelectQueryBuilder<ExternalIdentity> {
    return this.unitOfWork.manager
      .createQueryBuilder(ExternalIdentity, 'identity')
      .where('EXISTS (SELECT 1 FROM users u WHERE u.id = identity.user_id OFFSET 0)')
      .andWhere(
        `NOT EXISTS (SELECT 1 FROM pending_deletions d WHERE d.kind = 'identity_provider' AND d.name = identity.provider OFFSET 0)`,
      );
  }

  insert(identity: Pick<ExternalIdentity, 'userId' | 'provider' | 'subject' | 'userName'>): Promise<unknown> {
    return this.unitOfWork.manager.insert(ExternalIdentity, identity);
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(ExternalIdentity, { id });
  }

  async hasPassword(userId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM users WHERE id = $1 AND password_hash IS NOT NULL',
      [userId],
    );
    return rows.length > 0;
  }

  /** Names of the groups that a user belongs to because of claims of a provider. */
  async claimedGroups(userId: number, provider: string): Promise<{ id: number; name: string }[]> {
    return this.unitOfWork.manager.query(
      `SELECT g.id, g.name FROM claimed_memberships c JOIN groups g ON g.id = c.group_id
        WHERE c.user_id = $1 AND c.provider = $2`,
      [userId, provider],
    );
  }

  async claim(userId: number, groupId: number, provider: string): Promise<void> {
    await this.unitOfWork.manager.query(
      'INSERT INTO claimed_memberships (user_id, group_id, provider) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [userId, groupId, provider],
    );
  }
}
