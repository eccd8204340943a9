import { type UnitOfWork, attachedSql } from '@gatehouse/database';
import { resourceTypeOf, serviceTypeOf } from '@gatehouse/service-types';
import { JOIN_SERVICE } from '../../services/service-rows';
import type { ProtectedResource } from '../permission-assignment';

type FoundResource = Omit<ProtectedResource, 'displayName'>;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly service_type: string;
}

/** The resources that changes name, with what determines which permissions apply to them. */
export class ChangedResources {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** One query for all; the function that it answers returns undefined for an identifier that no resource has. */
  async find(ids: readonly number[]): Promise<(id: number) => FoundResource | undefined> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      `SELECT r.id, r.name, r.type, s.type AS service_type FROM resources r
       ${JOIN_SERVICE} WHERE r.id = ANY ($1) AND ${attachedSql('r')}`,
      [[...new Set(ids)]],
    );
    const found = new Map(rows.map((row) => [row.id, toResource(row)]));
    return (id) => found.get(id);
  }
}

function toResource({ id, name, type: typeName, service_type: serviceTypeName }: Row): FoundResource {
  const type = resourceTypeOf(typeName);
  const serviceType = serviceTypeOf(serviceTypeName);
  if (!type || !serviceType) throw new Error(`resource ${id} has the unknown type ${typeName}`);
  return { id, name, type, serviceType };
}
