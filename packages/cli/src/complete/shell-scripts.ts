/**
 * The scripts that shells evaluate once. Each asks `p2p complete -- <words>` and gets lines of value, tab, explanation.
 */
export const shellScripts = {
  bash: `# p2p completion for bash:  echo 'source <(p2p complete bash)' >> ~/.bashrc
_p2p() {
  local IFS=$'\\n' line
  COMPREPLY=()
  while read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(p2p complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _p2p p2p
`,
  zsh: `# p2p completion for zsh:  echo 'source <(p2p complete zsh)' >> ~/.zshrc
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_p2p() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(p2p complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#found )); then _describe 'p2p' found; else _files; fi
}
compdef _p2p p2p
`,
  fish: `# p2p completion for fish:  p2p complete fish > ~/.config/fish/completions/p2p.fish
function __p2p_complete
  set -l words (commandline -opc) (commandline -ct)
  p2p complete -- $words[2..] 2>/dev/null
end
complete -c p2p -f -a '(__p2p_complete)'
complete -c p2p -l out -r -F
`,
  powershell: `# p2p completion for PowerShell:  p2p complete powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName p2p -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '""' }
  p2p complete -- @words 2>$null | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`,
} as const
