import type { UnitOfWork } from '@gatehouse/database';
import { JOIN_SERVICE } from '@gatehouse/directory';

/** A resource, or a service, with the service that it is in. */
export interface EventResource {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: string;
  readonly serviceName: string;
  readonly serviceType: string;
  readonly syncType: string | null;
}

/** The SQL of the content of events about users, groups and resources. */
export class EventRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async resources(ids: readonly number[]): Promise<Map<number, EventResource>> {
    const rows = await this.unitOfWork.manager.query<EventResource[]>(
      `SELECT r.id, r.name, r.display_name AS "displayName", r.type, root.name AS "serviceName",
         s.type AS "serviceType", s.sync_type AS "syncType"
       FROM resources r ${JOIN_SERVICE} WHERE r.id = ANY ($1)`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async userNames(ids: readonly number[]): Promise<Map<number, string>> {
    return namesOf(
      await this.unitOfWork.manager.query<NamedRow[]>('SELECT id, name FROM users WHERE id = ANY ($1)', [
        ids,
      ]),
    );
  }

  async groupNames(ids: readonly number[]): Promise<Map<number, string>> {
    return namesOf(
      await this.unitOfWork.manager.query<NamedRow[]>('SELECT id, name FROM groups WHERE id = ANY ($1)', [
        ids,
      ]),
    );
  }
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

function namesOf(rows: readonly NamedRow[]): Map<number, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}
