import { randomBytes } from 'node:crypto';
import { InvalidSettings, loadSettings, settingNamed } from '@gatehouse/settings';
import type { FoundSetting, Mount } from './files/found-settings';
import { type SettingsFile, readFiles } from './read-files';
import { type Lookup, NeedsDecision, type ReferenceSetting } from './reference-setting';
import { REFERENCE_SETTINGS, looksLikeReference, referenceSetting } from './settings-table';

/** A line of the report. It never has a value. */
export interface ReportedSetting {
  /** Name in the files of the reference, or the setting of Gatehouse if it follows from none of them. */
  readonly name: string;
  /** The setting of Gatehouse, if there is one. */
  readonly to: string | null;
  /** The file that it is from. */
  readonly file: string | null;
  readonly remark: string;
}

export interface SettingsTranslation {
  /** Values by the names of Gatehouse, secrets among them. */
  readonly settings: ReadonlyMap<string, string>;
  readonly translated: readonly ReportedSetting[];
  /** Their effect is that of the defaults, so that nothing is written. */
  readonly byDefault: readonly ReportedSetting[];
  readonly decisions: readonly ReportedSetting[];
  readonly withoutCounterpart: readonly ReportedSetting[];
  /** Names that look like settings of the reference, and are none. */
  readonly unknown: readonly ReportedSetting[];
  readonly mounts: readonly Mount[];
  readonly notes: readonly string[];
}

/** Bytes of a new secret. */
const SECRET_BYTES = 32;

/** Translates settings of the reference. Throws an `UnusableFile` for a file of another kind. */
export function translateSettings(files: readonly SettingsFile[]): SettingsTranslation {
  const { settings: found, mounts, notes } = readFiles(files);
  const best = bestOf(found);
  const report = {
    translated: [],
    byDefault: [],
    decisions: [],
    withoutCounterpart: [],
    unknown: [],
  } as Record<'translated' | 'byDefault' | 'decisions' | 'withoutCounterpart' | 'unknown', ReportedSetting[]>;
  const settings = new Map<string, string>([
    ['SVC_PRESET', 'magpie'],
    ['SVC_SECRET', randomBytes(SECRET_BYTES).toString('hex')],
  ]);
  const lookup = lookupIn(best);
  for (const entry of REFERENCE_SETTINGS) {
    const present = presentOf(entry, best);
    const rows = present.map(({ name, file }) => ({
      name,
      file,
      to: 'to' in entry ? (entry.to ?? null) : null,
    }));
    if (entry.outcome !== 'translated') {
      const group = OUTCOMES[entry.outcome];
      report[group].push(...rows.map((row) => ({ ...row, remark: entry.remark })));
      continue;
    }
    const decide = (remark: string): void => {
      const subject = rows.length > 0 ? rows : [{ name: entry.to, file: null, to: entry.to }];
      report.decisions.push(...subject.map((row) => ({ ...row, remark })));
    };
    for (const conflict of conflictsOf(entry, found, best)) report.decisions.push(conflict);
    try {
      const value = entry.value(lookup);
      if (value === undefined) {
        report.byDefault.push(...rows.map((row) => ({ ...row, remark: entry.remark })));
      } else if (value.trim() !== value || /[\r\n]/.test(value)) {
        decide(
          'The value has line breaks, or blanks around it, which a settings file cannot have: use the environment.',
        );
      } else if (isDefault(entry.to, value)) {
        report.byDefault.push(...rows.map((row) => ({ ...row, remark: entry.remark })));
      } else {
        settings.set(entry.to, value);
        report.translated.push(...rows.map((row) => ({ ...row, remark: entry.remark })));
      }
    } catch (error) {
      if (!(error instanceof NeedsDecision)) throw error;
      decide(error.message);
    }
  }
  report.decisions.push(...furtherDecisions(settings));
  for (const { name, file } of best.values())
    if (referenceSetting(name) === undefined && looksLikeReference(name))
      report.unknown.push({ name, file, to: null, remark: 'No setting of the reference has this name.' });
  return { settings, ...report, mounts, notes };
}

const OUTCOMES = { default: 'byDefault', decision: 'decisions', none: 'withoutCounterpart' } as const;

/** Of each name the value that the reference uses. */
function bestOf(found: readonly FoundSetting[]): ReadonlyMap<string, FoundSetting> {
  const best = new Map<string, FoundSetting>();
  for (const setting of found) {
    const other = best.get(setting.name);
    if (other === undefined || setting.rank >= other.rank) best.set(setting.name, setting);
  }
  return best;
}

function lookupIn(best: ReadonlyMap<string, FoundSetting>): Lookup {
  return (...names) => {
    for (const name of names) {
      const value = best.get(name)?.value;
      if (value === undefined) continue;
      if ('unknown' in value) throw new NeedsDecision(value.unknown);
      if (value.text.trim() !== '') return value.text;
    }
    return undefined;
  };
}

const isEmpty = ({ value }: FoundSetting): boolean => 'text' in value && value.text.trim() === '';

function presentOf(
  { names }: ReferenceSetting,
  best: ReadonlyMap<string, FoundSetting>,
): readonly FoundSetting[] {
  return names.flatMap((name) => {
    if (name.endsWith('*'))
      return [...best.values()].filter(
        (setting) => setting.name.startsWith(name.slice(0, -1)) && !isEmpty(setting),
      );
    const setting = best.get(name);
    return setting === undefined || isEmpty(setting) ? [] : [setting];
  });
}

/** Values of one name that differ between files, and values that an empty one of a greater rank masks. */
function conflictsOf(
  { names, ...entry }: ReferenceSetting,
  found: readonly FoundSetting[],
  best: ReadonlyMap<string, FoundSetting>,
): readonly ReportedSetting[] {
  const to = 'to' in entry ? (entry.to ?? null) : null;
  return names.flatMap((name) => {
    const used = best.get(name);
    if (used === undefined) return [];
    const others = found.filter(
      (setting) =>
        setting.name === name &&
        setting.rank !== used.rank &&
        !isEmpty(setting) &&
        JSON.stringify(setting.value) !== JSON.stringify(used.value),
    );
    return others.map(({ file }) => ({
      name,
      to,
      file,
      remark: isEmpty(used)
        ? `${used.file} sets it to nothing, which the reference prefers: this value has no effect there, and is left out.`
        : `${used.file} has another value, which the reference prefers: that one is used.`,
    }));
  });
}

function isDefault(to: string, value: string): boolean {
  const setting = settingNamed(to);
  return (setting?.presets.magpie ?? setting?.fallback) === value;
}

/** What follows from the settings as a whole. */
function furtherDecisions(settings: ReadonlyMap<string, string>): ReportedSetting[] {
  const rows: ReportedSetting[] = [];
  const add = (name: string, remark: string): void => void rows.push({ name, to: name, file: null, remark });
  add('SVC_DB_URL', 'Create a database of its own for Gatehouse, and set its address.');
  if (!settings.has('SVC_COOKIE_EXPIRE'))
    add(
      'SVC_COOKIE_EXPIRE',
      'The files set no limit, which is unlimited in the reference and 12 hours here. Set it to 0 to keep that; sessions end after SVC_SESSION_MAX_AGE all the same.',
    );
  const [api, proxy] = [settings.get('SVC_URL'), settings.get('SVC_PROXY_PUBLIC_URL')];
  if (api !== undefined && proxy !== undefined && sameOrigin(api, proxy))
    add(
      'SVC_PROXY_PUBLIC_URL',
      'Has the origin of SVC_URL, so that pages of services run in a sandbox. Another port or host name is recommended: docs/isolation.md.',
    );
  for (const problem of problemsOf(settings)) {
    const [name = ''] = /SVC_\w+/.exec(problem) ?? [];
    add(name, problem.endsWith('.') ? problem : `${problem}.`);
  }
  return rows;
}

function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

/** What the start would refuse. */
function problemsOf(settings: ReadonlyMap<string, string>): readonly string[] {
  try {
    loadSettings(Object.fromEntries(settings));
    return [];
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
}
