import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { components, paths } from './generated/description';

/** The operations of the API, by their paths in the OpenAPI description, such as `/users/{user_name}`. */
export type { paths };

/** A shape of the API, by its name in the OpenAPI description. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A client whose paths, parameters, bodies and replies have the types of the OpenAPI description. */
export type GatehouseClient = Client<paths, 'application/json'>;

export function createGatehouseClient(options: ClientOptions): GatehouseClient {
  return createClient(options);
}
