import { Body, Controller, Delete, Get, Inject, Patch, Post } from '@nestjs/common';
import { RECORDED } from '@gatehouse/directory';
import {
  CreateIdentityProviderDto,
  IdentityProviderReplyDto,
  UpdateIdentityProviderDto,
} from '@gatehouse/dto';
import { type DeclaredError, Endpoint } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import { ProviderAdministration, type RegisteredProvider } from '@gatehouse/sign-in';
import { Target } from '../targets/path-targets';
import { definitionOf, toIdentityProvider } from './provider.mapper';

type Named = RegisteredProvider | 'internal' | 'network';

const DEFINITION_ERRORS: readonly DeclaredError[] = [
  'value_missing',
  'provider_field_unknown',
  'provider_value_invalid',
  'provider_target_refused',
  'group_not_found',
];

/** Identity providers that administrators define. Reference: identity-providers#administration. */
@Controller('providers')
export class ProviderAdministrationController {
  constructor(@Inject(ProviderAdministration) private readonly providers: ProviderAdministration) {}

  @Endpoint(Post(), {
    name: 'create_provider',
    summary: 'Create an identity provider',
    access: 'administrator',
    growth: { boundedBy: 'the definition of one provider' },
    success: { status: 201, detail: 'Provider created.', body: IdentityProviderReplyDto },
    errors: [...DEFINITION_ERRORS, 'provider_name_taken', 'provider_not_found'],
  })
  async create(@Body() body: CreateIdentityProviderDto): Promise<IdentityProviderReplyDto> {
    const created = await this.providers.create(definitionOf(body.definition), body.client_secret);
    return { provider: toIdentityProvider(created) };
  }

  @Endpoint(Get(':provider_name'), {
    name: 'get_provider',
    summary: 'Read an identity provider',
    access: 'administrator',
    growth: { boundedBy: 'the definition of one provider' },
    success: { status: 200, detail: 'Provider found.', body: IdentityProviderReplyDto },
    errors: ['provider_internal'],
  })
  get(@Target('provider_name') registered: Named): IdentityProviderReplyDto {
    return { provider: toIdentityProvider(external(registered)) };
  }

  @Endpoint(Patch(':provider_name'), {
    name: 'update_provider',
    summary: 'Change an identity provider',
    access: 'administrator',
    growth: { boundedBy: 'the definition of one provider' },
    success: { status: 200, detail: 'Provider changed.', body: IdentityProviderReplyDto },
    errors: [...DEFINITION_ERRORS, 'provider_unchanged', 'provider_internal', 'provider_read_only'],
    ifMatch: [RECORDED.identityProvider],
  })
  async update(
    @Target('provider_name') registered: Named,
    @Body() body: UpdateIdentityProviderDto,
  ): Promise<IdentityProviderReplyDto> {
    const { name } = editable(registered);
    const changes = body.definition === undefined ? {} : definitionOf(body.definition);
    return { provider: toIdentityProvider(await this.providers.update(name, changes, body.client_secret)) };
  }

  @Endpoint(Delete(':provider_name'), {
    name: 'delete_provider',
    summary: 'Delete an identity provider, with the identities and sessions of it',
    access: 'administrator',
    success: { status: 200, detail: 'Provider deleted.' },
    errors: ['provider_internal', 'provider_read_only'],
  })
  async delete(@Target('provider_name') registered: Named): Promise<void> {
    await this.providers.delete(editable(registered).name);
  }
}

function external(registered: Named): RegisteredProvider {
  if (typeof registered === 'string') throw problem('provider_internal');
  return registered;
}

function editable(registered: Named): RegisteredProvider['definition'] {
  const { definition, source } = external(registered);
  if (source !== 'api') throw problem('provider_read_only');
  return definition;
}
