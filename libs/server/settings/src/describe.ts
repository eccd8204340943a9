import { definitions } from './definitions';

/** docs/configuration.md: a table of all settings, generated from their definitions. */
export function describeSettings(): string {
  const rows = Object.values(definitions).map((setting) => {
    const fallback = setting.mandatory ? '**required**' : setting.fallback ? `\`${setting.fallback}\`` : '';
    const presets = Object.entries(setting.presets).map(
      ([preset, value]) => ` \`${value}\` with \`SVC_PRESET=${preset}\`.`,
    );
    return `| \`${setting.name}\` | ${fallback} | ${setting.about}${presets.join('')}${setting.apiOnly ? ' Only the API needs it.' : ''}${setting.secret ? ' Secret.' : ''} |`;
  });
  return [
    '# Configuration',
    '',
    'This page is generated from `libs/server/settings`; do not edit it by hand (`npm run golden`).',
    '',
    'A setting is read from the environment, otherwise from the settings file `SVC_INI_FILE_PATH` (lines',
    '`SVC_NAME = value` or `svc.name = value`); otherwise the default applies. An empty value counts as not set. All',
    'problems are reported together, and the process does not start until they are fixed.',
    '',
    'With the embedded database, `SVC_SECRET`, `SVC_ADMIN_USER` and `SVC_ADMIN_PASSWORD` are generated at the first',
    'start if they are not set, and stored in the data folder (`secrets.json`, mode 0600).',
    '',
    '| Setting | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
