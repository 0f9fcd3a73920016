type Environment = Readonly<Record<string, string | undefined>>

/** False if the terminal isn't known to support OSC 8 links. Terminals identify themselves in the environment. */
export function followsLinks(environment: Environment): boolean {
  const {
    FORCE_HYPERLINK: forced,
    TERM = '',
    TERM_PROGRAM = '',
    VTE_VERSION,
    WT_SESSION,
    KONSOLE_VERSION,
  } = environment
  if (forced !== undefined && forced !== '') return forced !== '0'
  // Inside a multiplexer the names are those of the terminal around it.
  if (/^(dumb|screen|tmux)/.test(TERM) || environment.TMUX !== undefined) return false
  return (
    /^(xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/.test(TERM) ||
    /^(iTerm\.app|WezTerm|vscode|Hyper|ghostty|rio|Tabby)$/.test(TERM_PROGRAM) ||
    Number(VTE_VERSION ?? 0) >= 5000 ||
    WT_SESSION !== undefined ||
    Number(KONSOLE_VERSION ?? 0) >= 201200
  )
}

/** The address must be free of control characters. */
export const linked = (text: string, url: string): string => `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\`
