import { inject, Injectable } from '@angular/core';
import type { ActorDto, AuditEntryDto, AuditObjectDto } from '@gatehouse/dto';
import { translations } from '../language/translations';
import { PrincipalNames } from '../principals/principal-names';
import { auditTexts } from './audit.texts';

const NOUNS = [
  'user',
  'pending_user',
  'group',
  'membership',
  'group_terms',
  'terms_acceptance',
  'service',
  'resource',
  'user_permission',
  'group_permission',
  'identity_provider',
  'external_identity',
  'claimed_membership',
  'network_node',
  'remote_user',
  'network_token',
  'webhook',
  'session',
  'sign_in',
  'access',
  'audit',
] as const;
const VERBS = ['created', 'changed', 'deleted', 'failed', 'refused', 'exported', 'purged'] as const;
const OBJECTS = ['user', 'group', 'resource'] as const;

/** Texts of entries of the audit log, in the language of the user. */
@Injectable({ providedIn: 'root' })
export class AuditWording {
  private readonly t = translations(auditTexts);
  private readonly names = inject(PrincipalNames);

  /** The subject of a kind such as `user.deleted`. Kinds without a text are shown unchanged. */
  noun(kind: string): string {
    const [subject = ''] = kind.split('.');
    const known = NOUNS.find((noun) => noun === subject);
    return known ? this.t(`nouns.${known}`) : subject;
  }

  verb(kind: string): string {
    const [, action = ''] = kind.split('.');
    const known = VERBS.find((verb) => verb === action);
    return known ? this.t(`verbs.${known}`) : action;
  }

  tone(kind: string): 'success' | 'danger' | 'warning' | 'plain' {
    const [, action] = kind.split('.');
    if (action === 'created') return 'success';
    if (action === 'deleted' || action === 'refused' || action === 'failed') return 'danger';
    return action === 'purged' ? 'warning' : 'plain';
  }

  actor({ kind, user_name }: ActorDto): string {
    if (user_name !== null) return this.names.of(user_name);
    return kind === 'system' ? this.t('system') : this.t('anonymous');
  }

  object({ kind, id, name }: AuditObjectDto): string {
    if (name === null) return this.t('deleted', { id: String(id) });
    return kind === 'user' || kind === 'group' ? this.names.of(name) : name;
  }

  objectKind({ kind }: AuditObjectDto): string {
    const known = OBJECTS.find((object) => object === kind);
    return known ? this.t(`objects.${known}`) : kind;
  }
}

/** The revision that can be undone; only changes of permission assignments can. */
export function undoableRevision({ kind, revision }: AuditEntryDto): number | null {
  return /^(?:user|group)_permission\./.test(kind) ? revision : null;
}
