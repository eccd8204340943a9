import { command } from '../declaration/command';
import { choice, flag, paths, required, text } from '../declaration/field';

const FILES =
  'Files and folders, in this order; - is standard input. Of a folder, .cfg, .json, .yml and .yaml.';
const STRICT = flag(
  'Refuse entries of permissions, users and groups that cannot be used, instead of skipping them.',
);
const VARIABLES = '$NAME and ${NAME} in the files are those of the environment; their values are not shown.';

const SET = text(
  'name',
  'Name of the file set, which owns what it creates; by default the one called default.',
);
const OWNED = {
  set: SET,
  prune: choice(
    ['none', 'assignments', 'objects'],
    'What to remove of what the set owns and the files no longer name.',
  ),
  adopt: flag('Let the set own what the files name and others have created.'),
};

/** Files that cannot be used: nothing was sent. */
export const REFUSED_FILES = '{ refused: true, messages: ConfigurationMessageDto[] }';

export const CONFIGURATION_COMMANDS = [
  command({
    name: 'config validate',
    summary: 'Check configuration files without an instance.',
    description:
      'Each problem has its file, line and column, and what to do. Exit code 1 if the files cannot be used. Whether what they name exists is found by a plan.',
    needs: 'nothing',
    arguments: { files: required(paths(FILES)) },
    options: { strict: STRICT },
    run: async (context, values) => {
      const { validateConfiguration } = await import('../configuration/validate-configuration');
      return validateConfiguration(context, values);
    },
    shows: { kind: 'own' },
    json: '{ valid: boolean, files: number, entries: number, messages: ConfigurationMessageDto[] }',
    examples: [{ line: 'config validate platform --strict', does: 'All files of a folder, in a pipeline' }],
  }),
  command({
    name: 'config plan',
    summary: 'Show what configuration files would change, and change nothing.',
    description: `Exit code 2 if there are changes. ${VARIABLES}`,
    needs: 'token',
    arguments: { files: required(paths(FILES)) },
    options: {
      strict: STRICT,
      ...OWNED,
      out: text('path', 'Save the plan, to be applied as it was shown.', { completes: 'files' }),
    },
    run: async (context, values) => {
      const { planConfiguration } = await import('../configuration/plan-configuration');
      return planConfiguration(context, values);
    },
    shows: { kind: 'own' },
    json: `Reply<POST /configuration/plan> | ${REFUSED_FILES}`,
    examples: [
      { line: 'config plan platform', does: 'What the files of a folder would change' },
      {
        line: 'config plan platform --out plan.json',
        does: 'For somebody who reviews it before it is applied',
      },
    ],
  }),
  command({
    name: 'config apply',
    summary: 'Apply configuration files, or a saved plan exactly as it was shown.',
    description: `The changes are shown before, and confirmed. If something else has changed since, nothing is applied and the conflicts are shown. ${VARIABLES}`,
    needs: 'token',
    asksItself: true,
    arguments: { files: paths(`${FILES} Or the file of a saved plan.`) },
    options: {
      plan: text('path', 'A plan of config plan --out. Its files are read again.', { completes: 'files' }),
      strict: STRICT,
      ...OWNED,
      allow_gain: flag('Apply removals of prune by which somebody may gain access, too.'),
      accept_effect: flag(
        'Apply the plan although who gains or loses access by it is no longer what was shown.',
      ),
    },
    run: async (context, values) => {
      const { applyConfiguration } = await import('../configuration/apply-configuration');
      return applyConfiguration(context, values);
    },
    shows: { kind: 'own' },
    json: `Reply<POST /configuration/apply> | { conflicts: (PlannedChangeDto & { conflict: 'new' | 'no longer' })[] } | ${REFUSED_FILES}`,
    examples: [
      { line: 'config apply platform', does: 'Shows the plan, and asks' },
      { line: 'config apply plan.json --yes', does: 'A plan that was saved and reviewed' },
    ],
  }),
  command({
    name: 'config export',
    summary: 'Write services, users, groups and permissions of the instance as configuration files.',
    description:
      'Without a folder, to standard output: one JSON object with name and content of a file on each line, and at the end what the files do not have.',
    needs: 'token',
    options: {
      to: text('folder', 'A folder that is empty or does not exist.', { completes: 'files' }),
      replace: flag('Replace files of the same names in the folder. Others in it are named, and kept.'),
      for_magpie: flag('Only what Magpie reads, in files that it accepts.'),
    },
    run: async (context, values) => {
      const { exportConfiguration } = await import('../configuration/export-configuration');
      return exportConfiguration(context, values);
    },
    shows: { kind: 'own' },
    json: 'Lines<{ name: string, content: string } | { omitted: object }> | { folder: string, files: string[], omitted: object, others: string[] }',
    examples: [
      { line: 'config export --to platform', does: 'Into a new folder' },
      { line: 'config export --to platform --replace', does: 'Over the files of an earlier one' },
    ],
  }),
  command({
    name: 'config drift',
    summary: 'Show how the instance differs from configuration files, or from what was applied.',
    description: `Exit code 2 if it does. With files, the changes that applying them would make. Without, what was changed since the file sets were applied. ${VARIABLES}`,
    needs: 'token',
    arguments: { files: paths(FILES) },
    options: { strict: STRICT, set: SET },
    run: async (context, { files = [], ...options }) => {
      const { planConfiguration } = await import('../configuration/plan-configuration');
      if (files.length > 0) return planConfiguration(context, { files, ...options });
      const { showDriftOfSets } = await import('../configuration/show-drift');
      return showDriftOfSets(context, options.set);
    },
    shows: { kind: 'own' },
    json: `Reply<POST /configuration/plan> | { sets: FileSetDto[] } | ${REFUSED_FILES}`,
    examples: [
      { line: 'config drift platform', does: 'By a job of every night' },
      { line: 'config drift', does: 'What was changed since files were applied, at starts too' },
    ],
  }),
];
