import { inject, Injectable } from '@angular/core';
import type { Drift } from '@gatehouse/ui-data';
import { translations } from '../language/translations';
import { PrincipalNames } from '../principals/principal-names';
import { ChangeTexts } from './change-texts';
import { pathOf, assignmentOf, valueText } from './plan-words';
import { setsTexts } from './sets.texts';

type Value = Drift['stated'];

/** Differences between the files of a set and the present state, in words. */
@Injectable({ providedIn: 'root' })
export class DriftTexts {
  private readonly t = translations(setsTexts);
  private readonly changes = inject(ChangeTexts);
  private readonly names = inject(PrincipalNames);

  /** What is different. */
  object(drift: Drift): string {
    if (drift.object !== 'permission') return this.changes.object(drift);
    const text = [drift.stated, drift.present].find((value) => typeof value === 'string') ?? '';
    const [permission] = assignmentOf(text);
    const name = this.names.of(drift.group ?? drift.user ?? '');
    return this.t('permissionOf', { permission: permission ?? '', name, path: pathOf(drift) });
  }

  /** What the files state. */
  stated({ object, stated }: Drift): readonly string[] {
    if (stated === null) return [this.t(object === 'membership' ? 'member' : 'exists')];
    return this.valueLines(stated);
  }

  present({ drift, object, present }: Drift): readonly string[] {
    if (present !== null) return this.valueLines(present);
    if (drift === 'removed')
      return [object === 'permission' ? this.changes.assignment(null) : this.t('absent')];
    return [this.t(object === 'membership' ? 'member' : 'exists')];
  }

  private valueLines(value: NonNullable<Value>): readonly string[] {
    if (typeof value !== 'string')
      return Object.entries(value).map(([name, field]) => `${name}: ${valueText(field)}`);
    const [permission, assignment] = assignmentOf(value);
    return [assignment ? this.changes.assignment(assignment) : (permission ?? value)];
  }
}
