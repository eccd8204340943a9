import { command } from '../declaration/command';
import { choice, flag, list, paths, required, text } from '../declaration/field';

export const POLICY_COMMANDS = [
  command({
    name: 'policy test',
    summary: 'Compare the expectations of files with what an instance, or configuration files, decide.',
    description:
      'Each expectation names a user, group or everyone, a permission on a path or a whole request, and whether it is allowed or denied. One that is not met is explained. Exit code 1 if any is not met. With --files, no instance is needed.',
    needs: 'token',
    arguments: { files: required(paths('Files with a list expectations (YAML or JSON).')) },
    options: {
      configuration: list(
        'path',
        'Configuration file, or folder of files: they decide, applied to an empty instance. Can be repeated.',
        { long: 'files', completes: 'files' },
      ),
      on: text('export', 'Apply them over an export: the folder or the JSON lines of config export.', {
        completes: 'files',
      }),
      on_instance: flag(
        'Apply them, if there are any, over the export of the instance, which an administrator can read.',
      ),
      strict: flag('Entries of configuration files that would be skipped are errors.'),
      settings: text('path', 'Settings file of the instance, for names and limits; beside the environment.', {
        completes: 'files',
      }),
      coverage: flag('List the assignments that decide no expectation.'),
      report: choice(['tap', 'junit'], 'Print a report for programs instead.'),
    },
    run: async (context, values) => {
      const { testPolicy } = await import('../policy/test-policy');
      return testPolicy(context, values);
    },
    shows: { kind: 'own' },
    json: "{ results: { file: string, number: number, subject: { user: string } | { group: string } | 'everyone', question: { permission: string, on: string } | { request: string, headers?: Record<string>, body?: string }, expected: 'allowed' | 'denied', because?: string, actual: 'allowed' | 'denied' | null, reason: string | null, evidence: string[], problem: string | null }[], passed: number, failed: number, coverage?: { assignments: number, decided: number, undecided: { holder: string, permission: string, on: string, at: string | null }[] } }",
    examples: [
      { line: 'policy test policy/*.yml', does: 'All files of a folder, by the instance' },
      {
        line: 'policy test policy.yml --files platform --coverage',
        does: 'By the configuration files of a folder',
      },
      {
        line: 'policy test policy.yml --files platform --on-instance',
        does: 'By the instance as it will be when they are applied',
      },
      { line: 'policy test policy.yml --report junit > report.xml', does: 'For a pipeline' },
    ],
  }),
];
