import { ApiProperty } from '@nestjs/swagger';
import { namedBeside } from './named-schemas';
import { type SynchronizationFailureDto, SynchronizationProgressDto } from './synchronization.dto';
import { RESOURCE_TYPE } from './vocabulary';

/** A resource that a first synchronization would find. */
export class PreviewedResourceDto {
  @ApiProperty({ description: 'Number in the preview.', type: 'integer', example: 2 })
  number!: number;

  @ApiProperty({
    description: 'Number of the resource above it; null directly below the service.',
    nullable: true,
    type: 'integer',
    example: 1,
  })
  parent_number!: number | null;

  @ApiProperty({ description: 'Name; it may be none that can be registered.', example: 'rivers.nc' })
  resource_name!: string;

  @ApiProperty({ description: 'Title that the service states, or the name.', example: 'Rivers' })
  resource_display_name!: string;

  @ApiProperty({ description: 'Type that it would have.', ...RESOURCE_TYPE, example: 'file' })
  resource_type!: string;

  @ApiProperty({
    description: 'Why it could not be registered; null if it could.',
    nullable: true,
    type: String,
    example: null,
  })
  problem!: string | null;
}

/** What a first synchronization of a service would find. */
export class SynchronizationPreviewDto {
  @ApiProperty({ description: 'What was read.', type: SynchronizationProgressDto })
  progress!: SynchronizationProgressDto;

  @ApiProperty({
    description: 'Whether everything was read, down to the depth of the service.',
    example: true,
  })
  complete!: boolean;

  @ApiProperty({
    description: 'Why the rest was not read: the code of the limit of previews; null for none.',
    nullable: true,
    type: String,
    example: null,
  })
  stopped!: string | null;

  @ApiProperty({
    description: 'Addresses of documents that were left out, at most twenty.',
    type: [String],
    example: [],
  })
  skipped!: readonly string[];

  @ApiProperty({
    description: 'The first 1,000 resources; parents precede their children.',
    type: [PreviewedResourceDto],
  })
  resources!: PreviewedResourceDto[];

  @ApiProperty({
    description: 'Why nothing could be read; null if something was.',
    ...namedBeside('SynchronizationFailure'),
    example: null,
  })
  failure!: SynchronizationFailureDto | null;
}

export class SynchronizationPreviewReplyDto {
  @ApiProperty({ description: 'The preview.', type: SynchronizationPreviewDto })
  preview!: SynchronizationPreviewDto;
}
