import { Controller, Get } from '@nestjs/common';
import { ProvidersDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { ProvidersService } from './providers.service';

@Controller('providers')
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Endpoint(Get(), {
    name: 'list_providers',
    summary: 'List the providers that users can sign in with',
    access: 'public',
    growth: { boundedBy: 'the identity providers that are configured' },
    success: { status: 200, detail: 'Providers listed.', body: ProvidersDto },
  })
  async list(): Promise<ProvidersDto> {
    return {
      providers: await this.providers.names(),
      identity_providers: await this.providers.summaries(),
    };
  }
}
