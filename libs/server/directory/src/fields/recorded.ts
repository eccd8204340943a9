import type { RecordedObject } from '@gatehouse/database';
import { GROUP_TABLE } from './group';
import { NODE_TABLE, REMOTE_USER_TABLE } from './node';
import { PROVIDER_TABLE } from './provider';
import { RESOURCE_TABLE } from './resource';
import { SERVICE_TABLE } from './service';
import { type AnyTable, type Field, columnOf, fieldsWith, isChangeable } from './table';
import { USER_TABLE } from './user';
import { WEBHOOK_TABLE } from './webhook';

/** The objects that administrators and their owners change. Reference: data#conditional-changes. */
export const RECORDED = {
  user: recorded(USER_TABLE),
  group: recorded(GROUP_TABLE),
  /** Each version is a row: a new one changes the text. */
  groupTerms: { entity: 'group_terms', key: 'group_id', about: 'group', fields: { text: 'terms' } },
  service: recorded(SERVICE_TABLE),
  /** The name of a service is that of its resource. */
  serviceName: { ...recorded(RESOURCE_TABLE), fields: { name: 'service_name' } },
  resource: recorded(RESOURCE_TABLE),
  identityProvider: recorded(PROVIDER_TABLE),
  networkNode: recorded(NODE_TABLE),
  remoteUser: recorded(REMOTE_USER_TABLE),
  webhook: recorded(WEBHOOK_TABLE),
} as const satisfies Readonly<Record<string, RecordedObject>>;

function recorded(table: AnyTable): RecordedObject {
  const { entity, key, about } = table;
  const names = (condition: (field: Field) => boolean): Record<string, string> =>
    Object.fromEntries(
      fieldsWith(table, (field) => isChangeable(field) && condition(field)).map(([property, field]) => [
        columnOf(property, field),
        field.wire ?? property,
      ]),
    );
  return {
    entity,
    key,
    ...(about === undefined ? {} : { about }),
    fields: names(({ secret }) => secret !== true),
    secrets: names(({ secret }) => secret === true),
  };
}
