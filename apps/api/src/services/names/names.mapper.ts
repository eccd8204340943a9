import type { DeniedBelow, ServiceTree } from '@gatehouse/access-engine';
import type { AnnouncedNameDto, PlacedNameDto, UnregisteredNamesEntryDto } from '@gatehouse/dto';
import {
  type MapNames,
  type ServiceType,
  childTypesAllowedBelow,
  resourceTypeOf,
} from '@gatehouse/service-types';
import type { CapabilitiesName } from './capabilities-names';

export function toEntry({
  kind,
  principalName,
  ancestor,
  path,
  names,
}: DeniedBelow): UnregisteredNamesEntryDto {
  return {
    ...(kind === 'user' ? { user_name: principalName } : { group_name: principalName }),
    resource_id: ancestor.id,
    resource_name: ancestor.name,
    resource_type: ancestor.type,
    path,
    permission_names: names,
  };
}

export function toAnnounced(
  { name, title, level, isGroup }: CapabilitiesName,
  maps: MapNames,
  type: ServiceType,
  tree: ServiceTree,
): AnnouncedNameDto {
  const resources = placed(maps.placeOf(name) ?? [], type, tree);
  return {
    name,
    title,
    level,
    is_group: isGroup,
    is_registered: resources.length > 0 && resources.every(({ resource_id }) => resource_id !== null),
    resources,
  };
}

/** The resources of a place as they exist; none if one of them cannot be created where it would have to be. */
function placed(
  place: ReturnType<MapNames['placeOf']> & object,
  serviceType: ServiceType,
  tree: ServiceTree,
): readonly PlacedNameDto[] {
  const found: PlacedNameDto[] = [];
  let parent: number | undefined = tree.serviceId;
  let parentType = resourceTypeOf('service');
  for (const { name, type } of place) {
    const id: number | undefined = parent === undefined ? undefined : tree.childByName(parent, name);
    const existing = id === undefined ? undefined : tree.typeOf(id);
    const isPossible =
      existing !== undefined ||
      (parentType && childTypesAllowedBelow(serviceType, parentType).includes(type));
    if (!isPossible) return [];
    parentType = resourceTypeOf(existing ?? type);
    found.push({
      resource_name: id === undefined ? name : tree.nameOf(id),
      resource_type: existing ?? type,
      resource_id: id ?? null,
    });
    parent = id;
  }
  return found;
}
