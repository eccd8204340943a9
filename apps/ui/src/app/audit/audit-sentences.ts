import { inject, Injectable } from '@angular/core';
import type { AuditEntryDto, AuditObjectDto } from '@gatehouse/dto';
import { keyIn } from '../language/console-texts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { PrincipalNames } from '../principals/principal-names';
import { sentenceOf, wordsOf } from './audit-kinds';
import { kindTexts } from './kind.texts';
import { sentenceTexts } from './sentence.texts';

/** A part of a sentence: words, a name, or a word of the API; that of an object leads to its history. */
export interface SentencePart {
  readonly text: string;
  readonly look: 'words' | 'name' | 'code';
  readonly object?: AuditObjectDto;
}

const SLOTS = [
  'who',
  'whom',
  'user',
  'group',
  'where',
  'permission',
  'extent',
  'name',
  'fields',
  'provider',
  'version',
  'operation',
  'format',
  'kind',
] as const;

type Slot = (typeof SLOTS)[number];
/** Stands for a slot in a text until the parts are separated; no name has such a character. */
const MARK = '\u0001';
const MARKED = Object.fromEntries(SLOTS.map((slot) => [slot, MARK + slot + MARK])) as Record<Slot, string>;

/** More fields than these are called settings. */
const MAX_FIELDS = 3;

/** Columns that say of what a row is, which the sentence says by name. */
const IDENTIFIERS = ['id', 'user_id', 'group_id', 'resource_id', 'parent_id', 'root_service_id'];

/** Fields of an entry that a reader understands without the tables of the database. */
export function readableChanges({ changes }: AuditEntryDto): AuditEntryDto['changes'] {
  return changes.filter(({ field }) => !IDENTIFIERS.includes(field));
}

/** Says in a sentence what an entry of the audit log is about, in the language of the reader. */
@Injectable({ providedIn: 'root' })
export class AuditSentences {
  private readonly t = translations(sentenceTexts);
  private readonly happened = translations(kindTexts);
  private readonly formats = inject(ReaderFormats);
  private readonly names = inject(PrincipalNames);

  of(entry: AuditEntryDto): readonly SentencePart[] {
    const parts = this.sentence(entry)
      .split(MARK)
      .map((piece, at) => (at % 2 === 1 ? this.slot(piece as Slot, entry) : words(piece)));
    const formerly = this.formerly(entry);
    return [...parts, ...(formerly ? [words(` ${formerly}`)] : [])].filter((part) => part.text !== '');
  }

  /** The same without looks. */
  textOf(entry: AuditEntryDto): string {
    return this.of(entry)
      .map(({ text }) => text)
      .join('');
  }

  /** Whom an assignment is about. */
  whom({ objects }: AuditEntryDto): SentencePart {
    const object = objects.find(({ kind }) => kind !== 'resource');
    if (!object) return words('');
    const name = this.nameOf(object);
    if (this.names.isEveryone(name)) return { text: this.t('everyone'), look: 'name', object };
    const text = object.kind === 'group' ? this.t('group', { name }) : name;
    return { text, look: 'name', object };
  }

  /** The path of the resource of an entry. */
  where({ objects }: AuditEntryDto): SentencePart {
    const object = objects.find(({ kind }) => kind === 'resource');
    if (!object) return words('');
    return { text: object.path ?? this.nameOf(object), look: 'code', object };
  }

  /** In which capacity somebody acted, unless it is the usual one. */
  role({ actor }: AuditEntryDto): string | undefined {
    const [prefix, ...rest] = (actor.role ?? '').split(':');
    const name = rest.join(':');
    if (prefix === 'undo') return this.t('roles.undo', { revision: this.formats.number(Number(name)) });
    if (prefix === 'hook') return this.t('roles.hook', { name });
    if (prefix === 'job' && rest.length > 1 && rest[0] === 'delete_rows')
      return this.t('roles.removal', { revision: this.formats.number(Number(rest[1])) });
    if (prefix === 'job') return this.t('roles.job', { name: name.replaceAll('_', ' ') });
    return prefix === 'link' && actor.user_name !== null ? this.t('roles.link') : undefined;
  }

  /** With marks for what the entry fills in. */
  private sentence(entry: AuditEntryDto): string {
    const { kind, about } = entry;
    if (/^(user|group)_permission\./.test(kind)) {
      const isDenial = about['access'] === 'deny';
      if (kind.endsWith('.deleted'))
        return this.t(isDenial ? 'sentences.denialRemoved' : 'sentences.grantRemoved', MARKED);
      return this.t(isDenial ? 'sentences.denied' : 'sentences.granted', MARKED);
    }
    const key = sentenceOf(kind, variantOf(entry));
    return key ? this.happened(key, MARKED) : this.t('sentences.unknown', MARKED);
  }

  private slot(slot: Slot, entry: AuditEntryDto): SentencePart {
    const { about, details, kind } = entry;
    switch (slot) {
      case 'who':
        return this.who(entry);
      case 'whom':
        return this.whom(entry);
      case 'where':
        return this.where(entry);
      case 'user':
      case 'group':
        return this.object(slot, entry);
      case 'permission':
        return code(String(about['name'] ?? details['permission'] ?? ''));
      case 'extent':
        return words(about['scope'] === 'match' ? this.t('only') : this.t('below'));
      case 'fields':
        return words(this.fields(entry));
      case 'operation':
        return code(String(details['operation'] ?? ''));
      case 'format':
        return words(details['format'] === 'csv' ? this.t('formats.csv') : this.t('formats.jsonl'));
      case 'kind':
        return words(wordsOf(kind));
      case 'name':
        return name(about['display_name'] ?? about['name'] ?? '');
      case 'provider':
        return name(entry.summary?.provider ?? about['provider'] ?? '');
      case 'version':
        return words(about['version'] ?? '');
    }
  }

  private who({ actor, kind, summary }: AuditEntryDto): SentencePart {
    if (actor.user_name !== null) return name(actor.user_name);
    const role = actor.role ?? '';
    if (actor.kind === 'system') return name(this.t('actors.system'));
    if (summary?.provider) return name(this.t('actors.provider', { provider: summary.provider }));
    if (role === 'link:user-registration-confirm-email' || kind === 'pending_user.created')
      return name(this.t('actors.registrant'));
    if (role.startsWith('link:user-registration-admin')) return name(this.t('actors.approver'));
    if (role.startsWith('link:webhook')) return name(this.t('actors.webhook'));
    if (role.startsWith('link:')) return name(this.t('actors.owner'));
    return name(this.t('actors.nobody'));
  }

  private object(wanted: 'user' | 'group', { objects }: AuditEntryDto): SentencePart {
    const object = objects.find(({ kind }) => kind === wanted);
    return object ? { text: this.nameOf(object), look: 'name', object } : words('');
  }

  private nameOf({ name: known, id }: AuditObjectDto): string {
    return known ?? this.t('number', { id: String(id) });
  }

  private fields(entry: AuditEntryDto): string {
    const fields = readableChanges(entry).map(({ field }) => field);
    if (fields.length === 0 || fields.length > MAX_FIELDS) return this.t('fields.definition');
    return this.formats.list(
      fields.map((field) => {
        const known = keyIn(sentenceTexts.en.fields, field);
        return known ? this.t(`fields.${known}`) : field;
      }),
    );
  }

  /** What an assignment said before, if it is not what it says now. */
  private formerly({ kind, changes }: AuditEntryDto): string | undefined {
    if (!/_permission\.changed$/.test(kind)) return undefined;
    const before = changes.find(({ field }) => field === 'access')?.before;
    if (before === 'allow') return this.t('formerlyGranted');
    return before === 'deny' ? this.t('formerlyDenied') : undefined;
  }
}

/** Which of several sentences about its kind an entry has. */
function variantOf({ kind, about, details, objects }: AuditEntryDto): string {
  if (kind === 'session.ended' && objects.length === 0)
    return about['provider'] === undefined ? '_all' : '_provider';
  if (kind === 'user.created') return about['kind'] === 'service' ? '_service' : '';
  if (kind === 'sign_in.failed') return objects.length > 0 ? '' : '_unknown';
  if (kind !== 'access.refused') return '';
  if (details['operation'] !== undefined) return '_operation';
  return details['permission'] === undefined ? '_service' : '';
}

const words = (text: string): SentencePart => ({ text, look: 'words' });
const name = (text: string): SentencePart => ({ text, look: 'name' });
const code = (text: string): SentencePart => ({ text, look: 'code' });
