import {
  type NewService,
  SERVICE_TABLE,
  type ServiceChange,
  changeOf,
  settableOf,
} from '@gatehouse/directory';
import type { CreateServiceDto, UpdateServiceDto } from '@gatehouse/dto';

export function toNewService(body: CreateServiceDto): NewService {
  const { type: typeName, ...fields } = settableOf(SERVICE_TABLE, body);
  return { ...fields, name: body.service_name, typeName };
}

/** An empty name or URL changes nothing; null removes the configuration or the options. Reference: http#changing-services. */
export function toServiceChange(body: UpdateServiceDto): ServiceChange {
  return {
    ...changeOf(SERVICE_TABLE, body),
    name: body.service_name || undefined,
    url: body.service_url || undefined,
  };
}
