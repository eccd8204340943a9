import type { AnnouncedNameDto } from '@gatehouse/dto';
import type { PathNode } from './pasted-paths';

/** Whether a name can be registered and is not. */
export function isNew({ is_registered, resources }: AnnouncedNameDto): boolean {
  return !is_registered && resources.length > 0;
}

/** The resources as which names are registered, each once and parents before children. */
export function resourcesOf(names: readonly AnnouncedNameDto[]): PathNode[] {
  const nodes = new Map<string, PathNode>();
  for (const { resources } of names) {
    const path: string[] = [];
    for (const { resource_name, resource_type } of resources) {
      path.push(resource_name);
      const key = path.join('/').toLowerCase();
      if (!nodes.has(key)) nodes.set(key, { path: [...path], type: resource_type });
    }
  }
  return [...nodes.values()].sort((a, b) => a.path.length - b.path.length);
}
