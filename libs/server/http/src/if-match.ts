import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { ChangedField, ChangedMeanwhile, RevisionAhead } from '@gatehouse/database';
import { type Problem, problem } from '@gatehouse/problems';
import type { Caller } from './caller';

/** A strong entity tag that is a revision: all that a JavaScript number can represent, and more than there will ever be. */
const REVISION_TAG = /^"(\d{1,15})"$/;

/** The revision of the header; undefined without a condition, for handlers that apply it themselves. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): number | undefined =>
  ifMatchOf(context.switchToHttp().getRequest<IncomingMessage>()),
);

/** The revision of the header; undefined without a condition. Throws `malformed_if_match`. Reference: data#conditional-changes. */
export function ifMatchOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['if-match'];
  if (text === undefined || text.trim() === '*') return undefined;
  const [, revision] = REVISION_TAG.exec(text.trim()) ?? [];
  if (revision !== undefined) return Number(revision);
  const conditions = { matches: false };
  const param = { name: 'If-Match', value: text.slice(0, 200), compare: REVISION_TAG.source, conditions };
  throw problem('malformed_if_match', {}, { param });
}

/** The error of a request that would have overwritten changes. Only administrators learn who else has made them. */
export function changedMeanwhile({ fields }: ChangedMeanwhile, caller: Caller | undefined): Problem {
  const changed_fields = fields.map((field) => toChangedField(field, caller));
  return problem('changed_meanwhile', {}, { extras: { changed_fields } });
}

export function revisionAhead({ stated, newest }: RevisionAhead): Problem {
  const compare = `range(0, ${newest + 1})`;
  const param = { name: 'If-Match', value: stated, compare, conditions: { is_in: false } };
  return problem('malformed_if_match', {}, { param });
}

function toChangedField(
  { field, current, isSecret, revision, by }: ChangedField,
  caller: Caller | undefined,
): object {
  const user = caller?.kind === 'user' ? caller : undefined;
  const mayKnow = user !== undefined && (user.isAdministrator || user.userId === by?.id);
  return {
    field,
    current: textOf(current),
    concealed: isSecret,
    revision,
    changed_by: (mayKnow ? by?.name : undefined) ?? null,
    changed_at: by?.at.toISOString() ?? null,
  };
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
