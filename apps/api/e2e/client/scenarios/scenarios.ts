import type { ScenarioClient } from './scenario-client';
import { accountSecurity } from './account-security.scenario';
import { audit } from './audit.scenario';
import { consoleOperations } from './console.scenario';
import { identities } from './identities.scenario';
import { links, registrations } from './links.scenario';
import { network } from './network.scenario';
import { notifications } from './notifications.scenario';
import { usersAndGroups } from './users-and-groups.scenario';
import { permissions } from './permissions.scenario';
import { requests } from './requests.scenario';
import { services } from './services.scenario';
import { session } from './session.scenario';
import { webhooks } from './webhooks.scenario';

/** Uses every operation of the service, and leaves no data except the change log. */
export async function runScenarios(scenarioClient: ScenarioClient): Promise<void> {
  const scenarios = [
    session,
    usersAndGroups,
    services,
    permissions,
    requests,
    consoleOperations,
    links,
    registrations,
    accountSecurity,
    identities,
    notifications,
    webhooks,
    network,
    audit,
  ];
  for (const scenario of scenarios) await scenario(scenarioClient);
}
