import { definitions } from './definitions';

/** docs/configuration.md: a table of every setting, made from the definitions so that it cannot fall behind. */
export function describeSettings(): string {
  const rows = Object.values(definitions).map((setting) => {
    const fallback = setting.mandatory ? '**required**' : setting.fallback ? `\`${setting.fallback}\`` : '';
    return `| \`${setting.name}\` | ${fallback} | ${setting.about}${setting.apiOnly ? ' Only the API needs it.' : ''}${setting.secret ? ' Secret.' : ''} |`;
  });
  return [
    '# Configuration',
    '',
    'This page is generated from `libs/server/settings`; do not edit it by hand (`npm run golden`).',
    '',
    'A setting is read from the environment, then from the settings file that `SVC_INI_FILE_PATH` names (lines',
    '`SVC_NAME = value` or `svc.name = value`), then its default counts. An empty value is a missing one. All',
    'problems are reported together and nothing starts before they are mended.',
    '',
    'On the embedded database, `SVC_SECRET`, `SVC_ADMIN_USER` and `SVC_ADMIN_PASSWORD` are generated at the first',
    'start where they are missing, and kept in the data folder (`secrets.json`, mode 0600).',
    '',
    '| Setting | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
