import { command } from '../declaration/command';
import { list, text } from '../declaration/field';

export const DOCTOR_COMMANDS = [
  command({
    name: 'doctor',
    summary: 'Examine a deployment: what clients see, and with a token what administrators see.',
    description:
      'Exit code: 0 without findings, 2 with warnings, 1 with errors. With --settings it also examines the settings, keys and database of this machine.',
    needs: 'instance',
    arguments: {
      instance: text('url', 'Base URL of the API; by default GATEHOUSE_URL, then that of the profile.'),
    },
    options: {
      skip: list('finding', 'Do not look for this finding; can be repeated.'),
      settings: text(
        'path',
        'Settings file of the instance on this machine; - for those of the environment.',
        { completes: 'files' },
      ),
    },
    run: async (context, values) => {
      const { examine } = await import('../doctor/examine');
      return examine(context, values);
    },
    shows: { kind: 'own' },
    json: "{ url: string, examined: string[], skipped: { id: string, reason: string }[], findings: { id: string, severity: 'error' | 'warning', finding: string, evidence: string, risk: string, remedy: string, link: string }[] }",
    examples: [
      { line: 'doctor', does: 'The instance of the current profile' },
      { line: 'doctor https://gate.example.org --json', does: 'Only what clients see, for a monitor' },
    ],
  }),
];
