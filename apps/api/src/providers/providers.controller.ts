import { Controller, Get, Headers } from '@nestjs/common';
import { ProvidersDto } from '@gatehouse/dto';
import { Endpoint, Target } from '@gatehouse/http';
import { ProvidersService } from './providers.service';

@Controller('providers')
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Endpoint(Get(), {
    name: 'list_providers',
    summary: 'List the providers that users can sign in with',
    access: 'public',
    success: { status: 200, detail: 'Providers listed.', body: ProvidersDto },
  })
  list(): ProvidersDto {
    return { providers: this.providers.names() };
  }

  @Endpoint(Get(':provider_name/signin'), {
    name: 'sign_in_with_provider',
    summary: 'Sign in with a token of a provider',
    access: 'public',
    success: {
      status: 302,
      detail: 'Signed in.',
      headers: { Location: 'The page to continue on.', 'Set-Cookie': 'The cookie of the new session.' },
    },
    errors: [
      'provider_token_missing',
      'provider_token_malformed',
      'provider_token_rejected',
      'homepage_not_allowed',
    ],
    changesState: true,
  })
  signIn(
    @Target('provider_name') provider: string,
    @Headers('authorization') authorization: string | undefined,
    @Headers('homepage-route') homepage: string | undefined,
  ): never {
    return this.providers.signInWithToken(provider, authorization, homepage);
  }
}
