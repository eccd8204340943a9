/** The word with which shells ask for completions; it is in no help. */
export const COMPLETE = '__complete';
/** The word with which the build asks for manual pages. */
export const MANUAL = '__manual';

const SCRIPTS = {
  bash: `# bash completion of gatehouse
_gatehouse() {
  local IFS=$'\\n' line
  COMPREPLY=()
  while read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done < <(
    gatehouse ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null
  )
  [[ \${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _gatehouse gatehouse
`,
  zsh: `#compdef gatehouse
_gatehouse() {
  local -a found
  local line about
  while IFS= read -r line; do
    about="\${line#*$'\\t'}"
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}\${about:+:$about}")
  done < <(gatehouse ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe 'gatehouse' found; else _files; fi
}
compdef _gatehouse gatehouse
# As a function of fpath, the file is read at the first completion, and has to do that, too.
if [[ "\${funcstack[1]}" = _gatehouse ]]; then _gatehouse; fi
`,
  fish: `# fish completion of gatehouse
function __gatehouse_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (gatehouse ${COMPLETE} $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c gatehouse -f -a '(__gatehouse_complete)'
`,
} as const;

/** A script for a shell. It asks the program itself, so that it fits to any version. */
export function completionScript(shell: keyof typeof SCRIPTS): string {
  return SCRIPTS[shell];
}
