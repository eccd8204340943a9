import type { ErrorCode } from '@gatehouse/problems';

/** The errors of reading any body. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  'body_too_large',
  'too_many_members',
  'too_many_form_fields',
  'json_too_deep',
  'invalid_json',
  'json_object_required',
  'body_not_utf8',
  'body_compressed',
  'body_incomplete',
  'body_too_slow',
  'form_malformed',
  'form_media_type_too_long',
];
