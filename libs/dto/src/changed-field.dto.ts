import { ApiProperty } from '@nestjs/swagger';

/** A field that was changed after the revision in `If-Match`. Reference: data#conditional-changes. */
export class ChangedFieldDto {
  @ApiProperty({
    description: 'Name of the field in the body; a member of `definition` is `definition.member`.',
    example: 'description',
  })
  field!: string;

  @ApiProperty({
    description: 'The stored value, as text or JSON; null if there is none, or if it is secret.',
    nullable: true,
    type: String,
    example: 'River models',
  })
  current!: string | null;

  @ApiProperty({ description: 'Whether the value is secret.', example: false })
  concealed!: boolean;

  @ApiProperty({
    description: 'Revision of its last change, or the newest one if the log no longer contains it.',
    example: 57,
    type: 'integer',
  })
  revision!: number;

  @ApiProperty({
    description:
      'User who has changed it last. Null for changes by the system or that the log no longer contains, and for callers who are not administrators, except for their own.',
    nullable: true,
    type: String,
    example: 'ada',
  })
  changed_by!: string | null;

  @ApiProperty({
    description: 'Time of its last change; null if the log no longer contains it.',
    format: 'date-time',
    nullable: true,
    type: String,
    example: '2026-11-23T09:17:05.120Z',
  })
  changed_at!: string | null;
}
