import { Inject, Injectable } from '@nestjs/common';
import { Resource, UnitOfWork } from '@gatehouse/database';
import { SERVICE_COLUMNS, type ServiceColumns, toProtectedService } from './service-row';
import type { ProtectedService } from './services.service';

const SELECT = `SELECT ${SERVICE_COLUMNS} FROM services s JOIN resources root ON root.id = s.resource_id`;

@Injectable()
export class ServicesRepository {
  constructor(@Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork) {}

  /** Sorted by name, all of them or those of some types. */
  async list(types?: readonly string[]): Promise<ProtectedService[]> {
    const rows = await this.unitOfWork.manager.query<ServiceColumns[]>(
      `${SELECT} WHERE $1::text[] IS NULL OR s.type = ANY ($1) ORDER BY root.name COLLATE "C"`,
      [types ?? null],
    );
    return rows.map(toProtectedService);
  }

  async findByName(name: string): Promise<ProtectedService | undefined> {
    const rows = await this.unitOfWork.manager.query<ServiceColumns[]>(
      `${SELECT} WHERE root.parent_id IS NULL AND root.name = $1`,
      [name],
    );
    return rows[0] && toProtectedService(rows[0]);
  }

  async findById(id: number): Promise<ProtectedService | undefined> {
    const rows = await this.unitOfWork.manager.query<ServiceColumns[]>(`${SELECT} WHERE s.resource_id = $1`, [
      id,
    ]);
    return rows[0] && toProtectedService(rows[0]);
  }

  /** The resource that is the service's root, or undefined when the name is taken: the index decides. */
  async insertRoot(name: string): Promise<number | undefined> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `INSERT INTO resources (name, display_name, type) VALUES ($1, $1, 'service')
       ON CONFLICT DO NOTHING RETURNING id`,
      [name],
    );
    return rows[0]?.id;
  }

  async insert({ id, type, url, syncType, configuration, proxy }: ProtectedService): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO services (resource_id, type, url, sync_type, configuration, proxy)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, type.name, url, syncType, configuration, proxy],
    );
  }

  /** Whether another service has the name; inside a unit of work the answer stays true until it ends. */
  async isTaken(name: string, exceptId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM resources WHERE parent_id IS NULL AND name = $1 AND id <> $2',
      [name, exceptId],
    );
    return rows.length > 0;
  }

  /** A service is shown under its name only: its resource has no other name for people. */
  async rename(id: number, name: string): Promise<void> {
    await this.unitOfWork.manager.update(Resource, { id }, { name, displayName: name });
  }

  async update({ id, url, configuration, proxy }: ProtectedService): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE services SET url = $2, configuration = $3, proxy = $4 WHERE resource_id = $1',
      [id, url, configuration, proxy],
    );
  }

  /** With everything below it, and all rules on that. */
  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(Resource, { id });
  }
}
