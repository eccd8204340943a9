import type { GatehouseClient } from '@gatehouse/api-client';
import { done } from './generated-client';
import type { ScenarioClient } from './scenario-client';

/** A user, a group and a service with one resource, all new. */
export interface Platform {
  readonly admin: GatehouseClient;
  readonly user_name: string;
  readonly group_name: string;
  readonly service_name: string;
  readonly resource_id: number;
  remove(): Promise<void>;
}

export async function newPlatform(scenarioClient: ScenarioClient): Promise<Platform> {
  const admin = await scenarioClient.administrator();
  const { name: user_name } = await scenarioClient.newUser(admin);
  const group_name = scenarioClient.name('group');
  const service_name = scenarioClient.name('service');
  done(await admin.POST('/groups', { body: { group_name } }));
  const body = { service_name, service_type: 'api', service_url: 'http://localhost:9000' } as const;
  const { service } = done(await admin.POST('/services', { body }));
  const route = { resource_name: 'rivers', resource_type: 'route', parent_id: service.resource_id } as const;
  const { resource } = done(await admin.POST('/resources', { body: route }));
  const remove = async (): Promise<void> => {
    done(await admin.DELETE('/services/{service_name}', { params: { path: { service_name } } }));
    done(await admin.DELETE('/groups/{group_name}', { params: { path: { group_name } } }));
    done(await admin.DELETE('/users/{user_name}', { params: { path: { user_name } } }));
  };
  return { admin, user_name, group_name, service_name, resource_id: resource.resource_id, remove };
}
