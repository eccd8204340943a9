import { join } from 'node:path';
import type { SectionName } from '../declarations/sections';
import type { SectionPath } from '../read/read-sections';

/** The settings that say where the files are. */
export interface PathSettings {
  readonly configPath: string | undefined;
  readonly configDir: string | undefined;
  readonly servicesConfigPath: string | undefined;
  readonly permissionsConfigPath: string | undefined;
  readonly webhooksConfigPath: string | undefined;
  readonly providersConfigPath: string | undefined;
}

/** Where to look for some sections. A path that several settings name is read once. */
export function configurationPaths(settings: PathSettings, sections: readonly SectionName[]): SectionPath[] {
  const { configPath } = settings;
  if (configPath !== undefined) return [{ path: configPath, sections, required: [] }];
  const paths = new Map<string, SectionPath>();
  for (const { path, sections: own, required } of ownPaths(settings)) {
    const wanted = own.filter((section) => sections.includes(section));
    if (path === undefined || wanted.length === 0) continue;
    const before = paths.get(path);
    paths.set(path, {
      path,
      sections: [...(before?.sections ?? []), ...wanted],
      required: [...(before?.required ?? []), ...required],
    });
  }
  return [...paths.values()];
}

function ownPaths(settings: PathSettings) {
  const { configDir } = settings;
  const inFolder = (name: string): string | undefined =>
    configDir === undefined ? undefined : join(configDir, name);
  const paths: (Omit<SectionPath, 'path'> & { readonly path: string | undefined })[] = [
    {
      path: settings.servicesConfigPath ?? inFolder('providers.cfg'),
      sections: ['providers'],
      required: ['providers'],
    },
    {
      path: settings.permissionsConfigPath ?? inFolder('permissions.cfg'),
      sections: ['permissions', 'users', 'groups', 'resources'],
      required: ['permissions'],
    },
    { path: settings.webhooksConfigPath, sections: ['webhooks'], required: [] },
    { path: settings.providersConfigPath, sections: ['identity_providers'], required: [] },
  ];
  return paths;
}
