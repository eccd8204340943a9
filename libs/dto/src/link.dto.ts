import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Text } from './text-field';
import { LINK_OPERATION } from './vocabulary';

export class LinkFactDto {
  @ApiProperty({ description: 'Label, in the language of the reply.', example: 'User name' })
  label!: string;

  @ApiProperty({ description: 'Value.', example: 'bob' })
  value!: string;
}

/** What a one-time link does. Texts are in the language of the reply. */
export class LinkDto {
  @ApiProperty({
    description: 'What using the link does.',
    ...LINK_OPERATION,
    example: 'user-registration-confirm-email',
  })
  operation!: string;

  @ApiProperty({ description: 'Title of the page.', example: 'Confirm your email address' })
  title!: string;

  @ApiProperty({ description: 'What will happen.', example: 'Your account is created.' })
  explanation!: string;

  @ApiProperty({ description: 'Text of the button that uses the link.', example: 'Confirm' })
  button!: string;

  @ApiProperty({ description: 'What the link is about.', type: [LinkFactDto] })
  facts!: LinkFactDto[];

  @ApiProperty({
    description: 'Text that is accepted by using the link.',
    nullable: true,
    type: String,
    example: null,
  })
  terms!: string | null;

  @ApiProperty({ description: 'Whether using the link requires a new password.', example: false })
  asks_password!: boolean;

  @ApiProperty({
    description: 'End of its validity.',
    format: 'date-time',
    example: '2026-01-02T10:00:00.000Z',
  })
  expires_at!: string;
}

export class LinkReplyDto {
  @ApiPropertyOptional({ description: 'The link; absent if the request used it.', type: LinkDto })
  link?: LinkDto;
}

export class LinkUseReplyDto {
  @ApiProperty({
    description: 'What the link did.',
    ...LINK_OPERATION,
    example: 'user-registration-confirm-email',
  })
  operation!: string;

  @ApiProperty({
    description: 'Title of the result; `detail` is its text.',
    example: 'Your account is ready',
  })
  title!: string;

  @ApiProperty({ description: 'Whether the person can sign in now.', example: true })
  offers_sign_in!: boolean;
}

export class UseLinkDto {
  @Text({
    about: 'New password, for links that require one.',
    optional: true,
    wrongType: 400,
    secret: true,
    example: 'correct horse battery',
  })
  password?: string;
}
