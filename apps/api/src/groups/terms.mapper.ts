import type { Acceptance, TermsVersion } from '@gatehouse/directory';
import type { AcceptanceDto, TermsVersionDto } from '@gatehouse/dto';

export function toTermsVersion({ version, text, createdAt }: TermsVersion): TermsVersionDto {
  return { version, text, created: createdAt.toISOString() };
}

export function toAcceptance({ id, userName, version, acceptedAt }: Acceptance): AcceptanceDto {
  return { acceptance_id: id, user_name: userName, version, accepted: acceptedAt.toISOString() };
}
