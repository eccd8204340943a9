import { IdentityProviderRow, IdentityProviderSecret, type UnitOfWork } from '@gatehouse/database';
import { sealText, unsealText } from '@gatehouse/identity';

/** A provider that administrators have defined, as stored. */
export interface StoredProvider {
  readonly row: IdentityProviderRow;
  /** Undefined for a public client, and if the secret was encrypted under another `SVC_SECRET`. */
  readonly clientSecret: string | undefined;
}

/** The SQL of the providers that administrators define. Writes must be inside a unit of work. */
export class ProviderStore {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly key: Buffer,
  ) {}

  async list(): Promise<IdentityProviderRow[]> {
    return this.unitOfWork.manager
      .createQueryBuilder(IdentityProviderRow, 'provider')
      .orderBy('provider.name COLLATE "C"')
      .getMany();
  }

  async find(name: string): Promise<StoredProvider | undefined> {
    const row = await this.unitOfWork.manager.findOneBy(IdentityProviderRow, { name });
    if (!row) return undefined;
    const secret = await this.unitOfWork.manager.findOneBy(IdentityProviderSecret, { providerId: row.id });
    return { row, clientSecret: secret ? unsealText(this.key, useOf(row.id), secret.secret) : undefined };
  }

  async insert(name: string, definition: Record<string, unknown>, secret: string | undefined): Promise<void> {
    const { manager } = this.unitOfWork;
    const secretVersion = secret === undefined ? 0 : 1;
    const { id } = await manager.save(
      manager.create(IdentityProviderRow, { name, definition, secretVersion }),
    );
    if (secret !== undefined) await this.setSecret(id, secret);
  }

  /** A secret that is undefined is unchanged. */
  async update(
    { id, secretVersion }: IdentityProviderRow,
    definition: Record<string, unknown>,
    secret: string | undefined,
  ): Promise<void> {
    const version = secret === undefined ? secretVersion : secretVersion + 1;
    // The JSON type of TypeORM accepts no index signatures.
    await this.unitOfWork.manager.query(
      'UPDATE identity_providers SET definition = $2, secret_version = $3 WHERE id = $1',
      [id, definition, version],
    );
    if (secret !== undefined) await this.setSecret(id, secret);
  }

  /** Whether a provider has the name, or rows of a deleted one of that name are left. */
  async isTaken(name: string): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM identity_providers WHERE name = $1
       UNION ALL SELECT 1 FROM pending_deletions WHERE kind = 'identity_provider' AND name = $1`,
      [name],
    );
    return rows.length > 0;
  }

  /** Deletes a provider with the identities of its users and the memberships that their claims have added. */
  async delete({ id }: IdentityProviderRow): Promise<void> {
    await this.unitOfWork.manager.delete(IdentityProviderRow, { id });
    await this.unitOfWork.removal.removeFirst();
  }

  private async setSecret(providerId: number, secret: string): Promise<void> {
    await this.unitOfWork.manager.upsert(
      IdentityProviderSecret,
      { providerId, secret: sealText(this.key, useOf(providerId), secret) },
      ['providerId'],
    );
  }
}

function useOf(providerId: number): string {
  return `identity provider ${providerId}`;
}
