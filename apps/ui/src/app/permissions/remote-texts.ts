import { inject, Injectable } from '@angular/core';
import { Session } from '@gatehouse/ui-data';
import type { Assignment, RemoteChange } from '@gatehouse/ui-grid';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { permissionsTexts } from './permissions.texts';

/** What somebody else has done to an assignment, in words: who, what and when. */
@Injectable({ providedIn: 'root' })
export class RemoteTexts {
  private readonly t = translations(permissionsTexts);
  private readonly formats = inject(ReaderFormats);
  private readonly session = inject(Session);

  /** “ada: Deny here and below”. */
  short(remote: RemoteChange): string {
    if (remote.isDeleted) return this.t('remote.deletedShort');
    return this.t('remote.short', { who: this.who(remote, 'remote.someone'), what: this.words(remote.now) });
  }

  /** “ada set Deny here and below 3 seconds ago.” */
  sentence(remote: RemoteChange, when = remote.at === null ? '' : this.formats.ago(remote.at)): string {
    const key = remote.isDeleted ? 'deleted' : remote.now ? 'set' : 'removed';
    const isOwn = remote.by !== null && remote.by === this.session.user()?.user_name;
    const text = isOwn
      ? this.t(`remote.own.${key}`, { what: this.words(remote.now) })
      : this.t(`remote.${key}`, { who: this.who(remote, 'remote.someone'), what: this.words(remote.now) });
    return when === '' ? `${text}.` : `${text} ${when}.`;
  }

  /** The sentence with the time of day, which stays true while it is shown. */
  lasting(remote: RemoteChange): string {
    return this.sentence(remote, remote.at === null ? '' : `(${this.formats.dateTime(remote.at)})`);
  }

  private who({ by }: RemoteChange, unknown: 'remote.someone'): string {
    if (by === null) return this.t(unknown);
    return by === this.session.user()?.user_name ? this.t('remote.you') : by;
  }

  private words(assignment: Assignment | null): string {
    if (!assignment) return this.t('grid.none');
    const access = assignment.access === 'allow' ? 'allow' : 'deny';
    return this.t(`grid.${access}${assignment.scope === 'recursive' ? 'Below' : 'Here'}`);
  }
}
