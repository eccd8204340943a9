import type { Check } from './finding';

const MAX_CLOCK_MS = 5_000;

/** What is found out on the machine of the instance, with its settings. */
export const HOST_CHECKS: readonly Check[] = [
  {
    id: 'settings_wrong',
    severity: 'error',
    finding: 'The settings cannot be used.',
    risk: 'The next start fails.',
    remedy: 'Correct them.',
    link: 'configuration.md',
    evidence: async (seen) => (await seen.host()).settingsProblems,
  },
  {
    id: 'everybody_trusted',
    severity: 'error',
    finding: 'Forwarding headers of everybody are trusted.',
    risk: 'Clients state any address as their own: limits by network and the audit log are worth nothing.',
    remedy: 'Set SVC_TRUSTED_PROXIES to the networks of the front ends.',
    link: 'reference/deployment.md#trusted-proxies',
    evidence: async (seen) =>
      ((await seen.host()).trustedProxies ?? [])
        .filter((network) => /\/[0-7]$/.test(network))
        .map((network) => `SVC_TRUSTED_PROXIES has ${network}.`),
  },
  {
    id: 'secrets_readable',
    severity: 'error',
    finding: 'Files with secrets can be read by other accounts.',
    risk: 'Whoever reads them can sign sessions and messages.',
    remedy: 'chmod 600 <file>.',
    link: 'installation.md',
    evidence: async (seen) => (await seen.host()).readableSecrets,
  },
  {
    id: 'key_wrong',
    severity: 'error',
    finding: 'A key of network mode cannot be used.',
    risk: 'The next start fails.',
    remedy: 'Correct its file or password, or create one: gatehouse keys create.',
    link: 'network.md',
    evidence: async (seen) => listOf((await seen.host()).keyProblem),
  },
  {
    id: 'database_not_usable',
    severity: 'error',
    finding: 'The database cannot be used.',
    risk: 'The next start fails.',
    remedy: 'See the evidence.',
    link: 'database.md',
    evidence: async (seen) => listOf((await seen.host()).databaseProblem),
  },
  {
    id: 'database_warning',
    severity: 'warning',
    finding: 'The database works, and should not stay as it is.',
    risk: 'See the evidence.',
    remedy: 'See the evidence.',
    link: 'database.md',
    evidence: async (seen) => (await seen.host()).databaseWarnings,
  },
  {
    id: 'connections_missing',
    severity: 'error',
    finding: 'API and proxy may open more connections than the database admits.',
    risk: 'Under load, requests fail and processes cannot start.',
    remedy: 'Raise max_connections, or lower SVC_DB_POOL.',
    link: 'database.md#connections',
    evidence: async (seen) => {
      const { connections } = await seen.host();
      if (!connections || connections.opened <= connections.available) return [];
      const { opened, available } = connections;
      return [`All processes together open at most ${opened}, and ${available} are left to them.`];
    },
  },
  {
    id: 'migrations_missing',
    severity: 'warning',
    finding: 'The schema is not that of this version.',
    risk: 'The next start of the API changes it; processes of older versions may no longer start.',
    remedy: 'gatehouse db migrate, or start the new version.',
    link: 'upgrade.md',
    evidence: async (seen) => {
      const { pendingMigrations: pending = 0 } = await seen.host();
      return pending > 0 ? [`Missing migrations: ${pending}.`] : [];
    },
  },
  {
    id: 'database_clock_differs',
    severity: 'error',
    finding: 'The clock of the database differs from that of this machine.',
    risk: 'What expires is valid for too long or too short, and jobs run at the wrong time.',
    remedy: 'Synchronize the clocks (NTP).',
    link: 'database.md',
    evidence: async (seen) => {
      const { databaseClockMs: difference = 0 } = await seen.host();
      const seconds = Math.round(Math.abs(difference) / 1000);
      return Math.abs(difference) > MAX_CLOCK_MS
        ? [`It is ${seconds} s ${difference > 0 ? 'ahead' : 'behind'}.`]
        : [];
    },
  },
  {
    id: 'mail_server_not_reached',
    severity: 'error',
    finding: 'The mail server cannot be reached.',
    risk: 'No mail is sent.',
    remedy: 'Correct SVC_SMTP_HOST, SVC_SMTP_PORT and what is between: gatehouse mail test <address>.',
    link: 'reference/mail.md',
    evidence: async (seen) => listOf((await seen.host()).mailProblem),
  },
  {
    id: 'configuration_files_wrong',
    severity: 'error',
    finding: 'Configuration files have entries that cannot be used.',
    risk: 'The next start fails, or leaves these entries out.',
    remedy: 'Correct them: gatehouse config validate <files>.',
    link: 'reference/configuration-files.md#messages',
    evidence: async (seen) => firstOf((await seen.host()).configurationProblems),
  },
  {
    id: 'disk_full',
    severity: 'error',
    finding: 'A disk is nearly full.',
    risk: 'The database stops, and nothing can be changed.',
    remedy: 'Make room, or move the folder.',
    link: 'installation.md#a-full-disk',
    evidence: async (seen) => (await seen.host()).fullDisks,
  },
];

const MAX_LINES = 20;

function firstOf(lines: readonly string[]): readonly string[] {
  const others = lines.length - MAX_LINES;
  return others > 0 ? [...lines.slice(0, MAX_LINES), `And ${others} more.`] : lines;
}

function listOf(problem: string | undefined): readonly string[] {
  return problem === undefined ? [] : [problem];
}
