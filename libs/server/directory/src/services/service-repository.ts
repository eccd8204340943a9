import type { UnitOfWork } from '@gatehouse/database';
import { SERVICE_TABLE } from '../fields/service';
import { insertion, update, updateAll } from '../fields/statements';
import { type Field, isSettable } from '../fields/table';
import type { ProtectedService } from './protected-service';
import {
  ROOTS_WITH_SERVICE,
  SERVICES_WITH_ROOT,
  SERVICE_COLUMNS,
  type SelectedService,
  toProtectedService,
} from './service-rows';

const SELECT = `SELECT ${SERVICE_COLUMNS} FROM ${SERVICES_WITH_ROOT}`;

/** The SQL of services and of the resources that are their roots. */
export class ServiceRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Sorted by name, all of them or those of some types. */
  async list(types?: readonly string[]): Promise<ProtectedService[]> {
    const rows = await this.unitOfWork.manager.query<SelectedService[]>(
      `${SELECT} WHERE $1::text[] IS NULL OR s.type = ANY ($1) ORDER BY root.name COLLATE "C"`,
      [types ?? null],
    );
    return rows.map(toProtectedService);
  }

  async count(): Promise<number> {
    const rows = await this.unitOfWork.manager.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM services',
    );
    return rows[0]?.count ?? 0;
  }

  async findByName(name: string): Promise<ProtectedService | undefined> {
    const rows = await this.unitOfWork.manager.query<SelectedService[]>(
      `SELECT ${SERVICE_COLUMNS} FROM ${ROOTS_WITH_SERVICE} WHERE root.parent_id IS NULL AND root.name = $1`,
      [name],
    );
    return rows[0] && toProtectedService(rows[0]);
  }

  async findById(id: number): Promise<ProtectedService | undefined> {
    const rows = await this.unitOfWork.manager.query<SelectedService[]>(
      `${SELECT} WHERE s.resource_id = $1`,
      [id],
    );
    return rows[0] && toProtectedService(rows[0]);
  }

  /** Which of the names services have. */
  async takenNames(names: readonly string[]): Promise<string[]> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      'SELECT name FROM resources WHERE parent_id IS NULL AND name = ANY ($1) ORDER BY name COLLATE "C"',
      [names],
    );
    return rows.map(({ name }) => name);
  }

  /** Identifiers of the root resources by name; a name that is taken is missing: the index decides. */
  async insertRoots(names: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.unitOfWork.manager.query<{ id: number; name: string }[]>(
      `INSERT INTO resources (name, display_name, type) SELECT name, name, 'service' FROM unnest($1::text[]) AS input (name)
       ON CONFLICT DO NOTHING RETURNING id, name`,
      [names],
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  async insert(services: readonly ProtectedService[]): Promise<void> {
    const rows = services.map(({ type, ...fields }) => ({ ...fields, type: type.name }));
    const ids = services.map(({ id }) => id);
    await this.unitOfWork.manager.query(...insertion(SERVICE_TABLE, rows, { ids }));
  }

  /** Whether another service has the name; inside a unit of work the answer remains valid until it ends. */
  async isTaken(name: string, exceptId: number): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM resources WHERE parent_id IS NULL AND name = $1 AND id <> $2',
      [name, exceptId],
    );
    return rows.length > 0;
  }

  /** The display name of a service is its name. */
  async rename(id: number, name: string): Promise<void> {
    await this.unitOfWork.manager.query('UPDATE resources SET name = $2, display_name = $2 WHERE id = $1', [
      id,
      name,
    ]);
  }

  async update(service: ProtectedService): Promise<void> {
    await this.unitOfWork.manager.query(...update(SERVICE_TABLE, service.id, service));
  }

  /** Counts credentials that are set; none are 0. */
  async noteCredentials(id: number, areSet: boolean): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE services SET credentials_version = CASE WHEN $2 THEN credentials_version + 1 ELSE 0 END WHERE resource_id = $1',
      [id, areSet],
    );
  }

  /** All but the types, which never change. */
  async updateAll(services: readonly ProtectedService[]): Promise<void> {
    const isChanged = (field: Field): boolean => isSettable(field) && field !== SERVICE_TABLE.fields.type;
    await this.unitOfWork.manager.query(
      ...updateAll(
        SERVICE_TABLE,
        services.map((service) => [service.id, service]),
        isChanged,
      ),
    );
  }

  /** Also deletes its resources and their permission assignments: of many, the last ones later. */
  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.query('DELETE FROM resources WHERE id = $1', [id]);
    await this.unitOfWork.removal.removeFirst();
  }
}
