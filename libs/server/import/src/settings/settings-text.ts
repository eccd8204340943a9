import type { SettingsTranslation } from './translate';

/** The settings file: one `NAME = value` a line. It has secrets. */
export function settingsText(
  { settings, decisions }: SettingsTranslation,
  sources: readonly string[],
): string {
  const open = [...new Set(decisions.flatMap(({ to }) => to ?? []))].filter((name) => !settings.has(name));
  return [
    `# Translated by "gatehouse import settings" from ${sources.join(', ')}. This file has secrets.`,
    ...[...settings].map(([name, value]) => `${name} = ${value}`),
    ...open.map((name) => `# ${name} = needs a decision`),
    '',
  ].join('\n');
}
