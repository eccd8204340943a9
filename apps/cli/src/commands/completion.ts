import { command } from '../declaration/command';
import { choice, required } from '../declaration/field';

export const COMPLETION_COMMANDS = [
  command({
    name: 'completion',
    summary: 'Print a script that completes commands, options and names in a shell.',
    needs: 'nothing',
    arguments: { shell: required(choice(['bash', 'zsh', 'fish'], 'The shell.')) },
    run: async (context, { shell }) => {
      const { completionScript } = await import('../reference/completion-script');
      context.output.write(completionScript(shell));
    },
    shows: { kind: 'own' },
    json: 'Text',
    examples: [
      { line: 'completion bash > ~/.local/share/bash-completion/completions/gatehouse', does: 'bash' },
      { line: 'completion zsh > ~/.zfunc/_gatehouse', does: 'zsh, where fpath has ~/.zfunc' },
      { line: 'completion fish > ~/.config/fish/completions/gatehouse.fish', does: 'fish' },
    ],
  }),
];
