import { HttpCode, RequestMethod, SetMetadata, UseInterceptors, applyDecorators } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import { BodyInterceptor } from './body/body.interceptor';
import { ENDPOINT, type EndpointAccess, type EndpointDeclaration } from './endpoint-declaration';

/**
 * Makes every handler except those of GET read the body. GET has no interceptor, because what Nest does around the first one
 * costs as much as all the rest of a small reply. Applied after the mapping, which sets the method.
 */
const readingBody: MethodDecorator = (target, key, descriptor) => {
  const method = Reflect.getMetadata(METHOD_METADATA, descriptor.value as object) as RequestMethod;
  if (method !== RequestMethod.GET) UseInterceptors(BodyInterceptor)(target, key, descriptor);
};

/** The words of the contract for who may call, which the description has (`x-access`). */
const PRIVILEGES: Readonly<Record<EndpointAccess, string>> = {
  public: 'public',
  authenticated: 'authenticated',
  owner: 'logged',
  'owner-or-anonymous': 'contextual',
  administrator: 'administrator',
};

/** Declares a handler as an endpoint. A handler without it is not reachable. */
export function Endpoint(mapping: MethodDecorator, declaration: EndpointDeclaration): MethodDecorator {
  return applyDecorators(
    mapping,
    readingBody,
    SetMetadata(ENDPOINT, declaration),
    HttpCode(declaration.success.status),
    ApiOperation({ operationId: declaration.name, summary: declaration.summary }),
    ApiExtension('x-access', PRIVILEGES[declaration.access]),
  );
}
