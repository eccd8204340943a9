import { Body, Controller, Inject, Post } from '@nestjs/common';
import { DiscoverIssuerDto, IssuerDiscoveryDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { IssuerChecks } from '@gatehouse/sign-in';

/** Whether users could sign in with an issuer, before a provider is defined. Reference: identity-providers#discovery. */
@Controller('discovery')
export class DiscoveryController {
  constructor(@Inject(IssuerChecks) private readonly checks: IssuerChecks) {}

  @Endpoint(Post(), {
    name: 'discover_issuer',
    whileReadOnly: 'reads',
    summary: 'Try the discovery of an OpenID Connect issuer',
    access: 'administrator',
    success: { status: 200, detail: 'Discovery tried.', body: IssuerDiscoveryDto },
  })
  async discover(@Body() { issuer }: DiscoverIssuerDto): Promise<IssuerDiscoveryDto> {
    const { state, reason, stated } = await this.checks.check(issuer);
    return { state, reason: reason ?? null, stated_issuer: stated ?? null };
  }
}
