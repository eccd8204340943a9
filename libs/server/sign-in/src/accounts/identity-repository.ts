import { ExternalIdentity, type UnitOfWork } from '@gatehouse/database';

/** The SQL of the identities of users and of what their claims have brought about. Writes must be inside a unit of work. */
export class IdentityRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  find(provider: string, subject: string): Promise<ExternalIdentity | null> {
    return this.unitOfWork.manager.findOneBy(ExternalIdentity, { provider, subject });
  }

  ofUser(userId: number): Promise<ExternalIdentity[]> {
    return this.unitOfWork.manager.find(ExternalIdentity, { where: { userId }, order: { id: 'ASC' } });
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

  /** Memberships that claims of a provider have brought about. */
  claimedMemberships(provider: string): Promise<{ userId: number; groupId: number }[]> {
    return this.unitOfWork.manager.query(
      'SELECT user_id AS "userId", group_id AS "groupId" FROM claimed_memberships WHERE provider = $1',
      [provider],
    );
  }

  async claim(userId: number, groupId: number, provider: string): Promise<void> {
    await this.unitOfWork.manager.query(
      'INSERT INTO claimed_memberships (user_id, group_id, provider) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [userId, groupId, provider],
    );
  }
}
