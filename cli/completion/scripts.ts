export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Scripts that pass the words so far to `svc complete`, and suggest files when it suggests nothing. */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `_svc() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY+=("$line")
  done < <(svc complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _svc svc
`,
  zsh: `#compdef svc
_svc() {
  local line
  local -a found
  while IFS= read -r line; do
    [[ -n $line ]] && found+=("\${line/$'\\t'/:}")
  done < <(svc complete --described -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)
  if (( \${#found} )); then
    _describe -V 'svc' found
  else
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
  fi
}
if [[ \${funcstack[1]} == _svc ]]; then
  _svc "$@"
else
  compdef _svc svc
fi
`,
  fish: `function __svc_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (svc complete --described -- $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    # In \`--dir=flo\` the path follows the equals sign.
    set -l flag (string match -r -- '^--[\\w-]+=' $words[-1])
    set -l path (string replace -r -- '^--[\\w-]+=' '' $words[-1])
    __fish_complete_path $path | string replace -r -- '^' "$flag"
  end
end
complete -c svc -f -k -a '(__svc_complete)'
`,
};
