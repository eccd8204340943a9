import { ApiProperty } from '@nestjs/swagger';
import { Text } from './text-field';
import { Whole } from './whole-field';

/** One version of the terms of a group. Reference: groups#terms. */
export class TermsVersionDto {
  @ApiProperty({ description: 'Number of the version, from 1.', type: 'integer', example: 2 })
  version!: number;

  @ApiProperty({ description: 'Text that is accepted before joining.', example: 'Cite the data.' })
  text!: string;

  @ApiProperty({
    description: 'When it was published.',
    format: 'date-time',
    type: String,
    example: '2026-11-22T08:00:00.000Z',
  })
  created!: string;
}

export class TermsReplyDto {
  @ApiProperty({ description: 'The newest first; empty if the group has no terms.', type: [TermsVersionDto] })
  terms!: TermsVersionDto[];
}

export class TermsVersionReplyDto {
  @ApiProperty({ description: 'The new version.', type: TermsVersionDto })
  terms!: TermsVersionDto;
}

export class NewTermsDto {
  @Text({ about: 'The new text, which must differ from the current one.', example: 'Cite the data.' })
  terms!: string;
}

/** Page of acceptances, the newest first: up to `limit` that are older than `before`. */
export class AcceptancesQuery {
  @Whole({
    about: 'The `acceptance_id` of the last entry of the previous page.',
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 42,
  })
  before?: number;

  @Whole({
    about: 'Maximum number of acceptances in the reply; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

export class AcceptanceDto {
  @ApiProperty({ description: 'Identifier; newer ones are higher.', type: 'integer', example: 42 })
  acceptance_id!: number;

  @ApiProperty({ description: 'Name of the user.', example: 'bob' })
  user_name!: string;

  @ApiProperty({ description: 'Version that the user accepted.', type: 'integer', example: 1 })
  version!: number;

  @ApiProperty({
    description: 'When the user accepted it.',
    format: 'date-time',
    type: String,
    example: '2026-11-22T08:00:00.000Z',
  })
  accepted!: string;
}

export class AcceptancesReplyDto {
  @ApiProperty({
    description: 'The newest first. Users who left the group are included.',
    type: [AcceptanceDto],
  })
  acceptances!: AcceptanceDto[];
}
