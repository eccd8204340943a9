import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { WholeOptions } from './whole-field';

/** The greatest offset of a page. */
export const MAX_OFFSET = 2 ** 31 - 1;

/** Fields of queries for a page of a list of entries. */
export const ENTRY_OFFSET: WholeOptions = {
  about: 'Number of entries before the page; 0 by default.',
  optional: true,
  min: 0,
  max: MAX_OFFSET,
  example: 0,
};

export const ENTRY_LIMIT: WholeOptions = {
  about: 'Maximum number of entries in the reply; 100 by default.',
  optional: true,
  min: 1,
  max: 1000,
  example: 100,
};

/** Fields of a page of such a list. */
export const ENTRY_TOTAL: ApiPropertyOptions = {
  description: 'Number of entries of all pages.',
  example: 240,
  type: 'integer',
};

export const ENTRIES_BEFORE: ApiPropertyOptions = {
  description: 'Number of entries before the page.',
  example: 0,
  type: 'integer',
};
