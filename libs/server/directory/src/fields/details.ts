import { GROUP_TABLE } from './group';
import { RESOURCE_TABLE } from './resource';
import { SERVICE_TABLE } from './service';
import { type AnyTable, type Field, columnOf, fieldsWith } from './table';
import { USER_TABLE } from './user';

/** What the API keeps with its snapshot besides the columns for decisions, by the entities of the change log. */
export const DETAIL_COLUMNS = {
  user: detailColumns(USER_TABLE),
  group: detailColumns(GROUP_TABLE),
  resource: detailColumns(RESOURCE_TABLE),
  service: detailColumns(SERVICE_TABLE),
};

function detailColumns(table: AnyTable) {
  const isDetail = ({ snapshot }: Field): boolean => snapshot === 'value' || snapshot === 'presence';
  return fieldsWith(table, isDetail).map(([property, field]) => ({
    property,
    column: columnOf(property, field),
    implied: field.default ?? null,
    ...(field.like === undefined ? {} : { like: field.like }),
    isPresence: field.snapshot === 'presence',
  }));
}
