import type { CreateServiceDto, UpdateServiceDto } from '@gatehouse/dto';
import type { ServiceChange, ServiceRequest } from './services.service';

export function toServiceRequest(body: CreateServiceDto): ServiceRequest {
  return {
    name: body.service_name,
    typeName: body.service_type,
    url: body.service_url,
    syncType: body.service_sync_type ?? undefined,
    configuration: body.configuration,
    proxy: body.proxy,
  };
}

/** An empty name or address is no change; a configuration or options of null are one. Spec: http-api 12.4. */
export function toServiceChange(body: UpdateServiceDto): ServiceChange {
  return {
    name: body.service_name || undefined,
    url: body.service_url || undefined,
    configuration: body.configuration,
    proxy: body.proxy,
  };
}
