import type { CreateServiceDto, UpdateServiceDto } from '@gatehouse/dto';
import type { NewService, ServiceChange } from '@gatehouse/directory';

export function toNewService(body: CreateServiceDto): NewService {
  return {
    name: body.service_name,
    typeName: body.service_type,
    url: body.service_url,
    syncType: body.service_sync_type ?? undefined,
    configuration: body.configuration,
    proxy: body.proxy,
  };
}

/** An empty name or URL changes nothing; null removes the configuration or the options. Reference: http#changing-services. */
export function toServiceChange(body: UpdateServiceDto): ServiceChange {
  return {
    name: body.service_name || undefined,
    url: body.service_url || undefined,
    configuration: body.configuration,
    proxy: body.proxy,
  };
}
