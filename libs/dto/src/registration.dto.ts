import { ApiProperty } from '@nestjs/swagger';
import { EMAIL, MAX_EMAIL_LENGTH, USERNAME } from '@gatehouse/names';
import { Text } from './text-field';
import { USER_STATUS } from './vocabulary';

/**
 * A registration that is not completed. Addresses of links are shown to administrators only.
 * Reference: registration-and-links#operations.
 */
export class RegistrationDto {
  @ApiProperty({ description: 'User name of the future account.', example: 'bob' })
  user_name!: string;

  @ApiProperty({ description: 'Email address of the future account.', example: 'bob@example.com' })
  email!: string;

  @ApiProperty({ description: 'Always `Pending`.', ...USER_STATUS, example: 'Pending' })
  status!: string;

  @ApiProperty({
    description: 'When the registration was submitted. ISO 8601.',
    format: 'date-time',
    example: '2026-03-01T12:00:00.000Z',
  })
  submitted_at!: string;

  @ApiProperty({
    description: 'Link to confirm the email address, while it is not confirmed; otherwise null.',
    nullable: true,
    type: String,
    example: null,
  })
  confirm_url!: string | null;

  @ApiProperty({
    description: 'Link to approve the registration, after the email address is confirmed; otherwise null.',
    nullable: true,
    type: String,
    example: null,
  })
  approve_url!: string | null;

  @ApiProperty({
    description: 'Link to decline the registration, after the email address is confirmed; otherwise null.',
    nullable: true,
    type: String,
    example: null,
  })
  decline_url!: string | null;
}

export class RegistrationReplyDto {
  @ApiProperty({ description: 'The registration.', type: RegistrationDto })
  registration!: RegistrationDto;
}

export class RegistrationsReplyDto {
  @ApiProperty({ description: 'User names, sorted.', type: [String], example: ['bob'] })
  registrations!: string[];
}

export class RegisterUserDto {
  @Text({
    about: 'Unique name: lower-case letters and digits joined by one of `_ - .`',
    wrongType: 400,
    pattern: USERNAME,
    example: 'bob',
  })
  user_name!: string;

  @Text({
    about: 'Email address, which is confirmed by a link.',
    wrongType: 400,
    pattern: EMAIL,
    maxLength: MAX_EMAIL_LENGTH,
    example: 'bob@example.com',
  })
  email!: string;

  @Text({ about: 'Password.', wrongType: 400, secret: true, example: 'correct horse battery' })
  password!: string;
}

export class ResendRegistrationDto {
  @Text({
    about: 'Email address of the registration; optional for administrators.',
    optional: true,
    wrongType: 400,
    maxLength: MAX_EMAIL_LENGTH,
    example: 'bob@example.com',
  })
  email?: string;
}
