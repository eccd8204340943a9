import { Body, Controller, Inject, Post } from '@nestjs/common';
import { RequestPasswordResetDto } from '@gatehouse/dto';
import { Endpoint, FromOrigin, type Origin } from '@gatehouse/http';
import { PasswordResets } from '@gatehouse/sign-in';

/** Requests for new passwords. Reference: sessions#password-reset. */
@Controller('register/password-reset')
export class PasswordResetController {
  constructor(@Inject(PasswordResets) private readonly resets: PasswordResets) {}

  @Endpoint(Post(), {
    name: 'request_password_reset',
    summary: 'Request a link for setting a new password, by mail',
    access: 'public',
    success: {
      status: 202,
      detail: 'If an account has this name or email address, a mail with a link is sent to its address.',
    },
    errors: ['password_reset_disabled', 'password_reset_rate_limited'],
  })
  request(
    @Body() { user_name: login }: RequestPasswordResetDto,
    @FromOrigin() { address }: Origin,
  ): Promise<void> {
    return this.resets.request(login, address);
  }
}
