import type { ScenarioClient } from './scenario-client';
import { accountSecurity } from './account-security.scenario';
import { audit } from './audit.scenario';
import { configuration } from './configuration.scenario';
import { consoleOperations } from './console.scenario';
import { identities } from './identities.scenario';
import { imports } from './imports.scenario';
import { links, registrations } from './links.scenario';
import { network } from './network.scenario';
import { notifications } from './notifications.scenario';
import { usersAndGroups } from './users-and-groups.scenario';
import { permissions } from './permissions.scenario';
import { requests } from './requests.scenario';
import { serviceAccounts } from './service-accounts.scenario';
import { services } from './services.scenario';
import { session } from './session.scenario';
import { synchronization } from './synchronization.scenario';
import { tokens } from './tokens.scenario';
import { webhooks } from './webhooks.scenario';

/** Uses every operation of the service, and leaves no data except the change log. */
export async function runScenarios(scenarioClient: ScenarioClient): Promise<void> {
  const scenarios = [
    session,
    usersAndGroups,
    serviceAccounts,
    services,
    synchronization,
    permissions,
    requests,
    consoleOperations,
    links,
    registrations,
    accountSecurity,
    tokens,
    identities,
    notifications,
    webhooks,
    configuration,
    imports,
    network,
    audit,
  ];
  for (const scenario of scenarios) await scenario(scenarioClient);
}
