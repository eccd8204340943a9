import { command } from '../declaration/command';
import { flag, paths, required, text } from '../declaration/field';

const SETTINGS = '{ name: string, to: string | null, file: string | null, remark: string }[]';

export const IMPORT_SETTINGS_COMMANDS = [
  command({
    name: 'import settings',
    summary: 'Translate the settings of Magpie, Twitcher and birdhouse-deploy.',
    description:
      'Reads env.local and .env files, which are not executed, magpie.ini, twitcher.ini, and the environments of compose files. Of files of one kind, later ones take precedence. Values are written to the new file only, which nobody else can read. Exit code 2 if something needs a decision or a name is unknown.',
    needs: 'nothing',
    arguments: { files: required(paths('Files of the reference.')) },
    options: {
      to: required(
        text('path', 'The settings file that is created, with mode 0600.', { completes: 'files' }),
      ),
      force: flag('Replace a file that exists.'),
    },
    run: async (context, values) => {
      const { importSettings } = await import('../operation/operation');
      return importSettings(context, values);
    },
    shows: { kind: 'own' },
    json: `{ file: string, translated: ${SETTINGS}, by_default: ${SETTINGS}, decisions: ${SETTINGS}, without_counterpart: ${SETTINGS}, unknown: ${SETTINGS}, mounts: { source: string, target: string }[], notes: string[] }`,
    examples: [
      {
        line: 'import settings default.env env.local magpie.ini twitcher.ini --to gatehouse.ini',
        does: 'All files of a platform',
      },
    ],
  }),
];
