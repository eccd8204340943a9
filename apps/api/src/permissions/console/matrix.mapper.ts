import type { Location, MatrixCell, MatrixRow, SourcedDecision } from '@gatehouse/access-engine';
import type { EffectiveCellDto, LocationDto, MatrixCellDto, MatrixRowDto } from '@gatehouse/dto';

/** The display names of resources. */
export interface DisplayNames {
  displayName(id: number, name: string): string;
}

export function toMatrixRow(
  { resource, level, path, childCount, assignedBelow, cells }: MatrixRow,
  names: DisplayNames,
): MatrixRowDto {
  return {
    resource_id: resource.id,
    parent_id: resource.parentId,
    resource_name: resource.name,
    resource_display_name: names.displayName(resource.id, resource.name),
    resource_type: resource.type,
    level,
    path,
    child_count: childCount,
    assigned_below: assignedBelow,
    cells: Object.fromEntries(cells.map((cell) => [cell.name, toCell(cell)])),
  };
}

export function toEffective({ access, reason, resourceId, principal }: SourcedDecision): EffectiveCellDto {
  return { access, reason, resource_id: resourceId ?? null, principal: principal ?? null };
}

export function toLocation(
  { revision, path, steps }: Location,
  serviceName: string,
  names: DisplayNames,
): LocationDto {
  return {
    revision,
    service_name: serviceName,
    resource_path: path,
    ancestors: steps.map(({ resource, offset }, level) => ({
      resource_id: resource.id,
      resource_name: resource.name,
      resource_display_name: names.displayName(resource.id, resource.name),
      resource_type: resource.type,
      level,
      offset,
    })),
  };
}

/** The field of a group, which users do not have. */
export function memberField(member: SourcedDecision | undefined): { member?: EffectiveCellDto } {
  return member ? { member: toEffective(member) } : {};
}

function toCell({ explicit, effective, member }: MatrixCell): MatrixCellDto {
  return { explicit: explicit ?? null, effective: toEffective(effective), ...memberField(member) };
}
