import { definitions } from './definitions';
import type { Setting } from './kinds';

/** How a setting is declared, without its reader. */
export type DeclaredSetting = Pick<Setting<unknown>, 'name' | 'fallback' | 'presets' | 'secret'>;

const byName = new Map<string, DeclaredSetting>(
  Object.values<Setting<unknown>>(definitions).map((setting) => [setting.name, setting]),
);

/** The declaration of a setting by its name in the environment; undefined if there is none. */
export function settingNamed(name: string): DeclaredSetting | undefined {
  return byName.get(name);
}
