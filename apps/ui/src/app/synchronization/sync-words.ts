import { Injectable } from '@angular/core';
import { keyIn } from '../language/console-texts';
import { translations } from '../language/translations';
import { changesTexts } from './changes.texts';
import { syncOptionsTexts } from './sync-options.texts';
import { syncStateTexts } from './sync-state.texts';

/** Words for the codes of synchronizations; codes of a newer API are shown as they are. */
@Injectable({ providedIn: 'root' })
export class SyncWords {
  private readonly state = translations(syncStateTexts);
  private readonly options = translations(syncOptionsTexts);
  private readonly changes = translations(changesTexts);

  type(type: string): string {
    const key = keyIn(syncOptionsTexts.en.types, type);
    return key ? this.options(`types.${key}`) : type;
  }

  mode(mode: string): string {
    const key = keyIn(syncOptionsTexts.en.modes, mode);
    return key ? this.options(`modes.${key}`) : mode;
  }

  jobState(state: string): string {
    const key = keyIn(syncStateTexts.en.state, state);
    return key ? this.state(`state.${key}`) : state;
  }

  failure(code: string): string {
    const key = keyIn(syncStateTexts.en.failure, code);
    return key ? this.state(`failure.${key}`) : this.state('otherFailure', { code });
  }

  /** Why a resource cannot be registered, or its change was left to somebody. */
  problem(code: string): string {
    const key = keyIn(changesTexts.en.problems, code);
    return key ? this.changes(`problems.${key}`) : code;
  }

  kind(kind: string): string {
    const key = keyIn(changesTexts.en.kinds, kind);
    return key ? this.changes(`kinds.${key}`) : kind;
  }

  changeState(state: string): string {
    const key = keyIn(changesTexts.en.states, state);
    return key ? this.changes(`states.${key}`) : state;
  }

  /** Why a decision could not be applied. */
  refusal(code: string): string {
    const key = keyIn(changesTexts.en.refusals, code);
    return key ? this.changes(`refusals.${key}`) : this.changes('otherRefusal', { code });
  }
}
