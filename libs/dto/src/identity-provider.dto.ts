import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PROVIDER_PROTOCOL } from './vocabulary';

/** An external identity provider, as a sign-in form needs it. */
export class IdentityProviderSummaryDto {
  @ApiProperty({ description: 'Name in `provider_name` and in paths.', example: 'keycloak' })
  provider_name!: string;

  @ApiProperty({ description: 'Name for people.', example: 'Keycloak' })
  display_name!: string;

  @ApiProperty({ description: 'Protocol of the provider.', ...PROVIDER_PROTOCOL, example: 'openid-connect' })
  protocol!: string;

  @ApiProperty({
    description: 'Where a browser begins a sign-in with it.',
    example: 'https://gate.example.org/providers/keycloak/signin',
  })
  sign_in_url!: string;
}

/** Reference: sessions#provider-sign-in. */
export class ProviderSignInDto {
  @ApiPropertyOptional({
    description: 'The page to continue on; absent if the browser is redirected to the provider.',
    example: 'https://gate.example.org/ui/',
  })
  homepage_route?: string;
}
