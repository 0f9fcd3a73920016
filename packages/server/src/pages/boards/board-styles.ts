import { createHash } from 'node:crypto'
import { type BoardTheme, boardThemes } from '@p2p-rates/contract'

/** The styles of one form of board, in each theme. A policy allows them by their digest, and nothing else. */
export type BoardStyles = Readonly<Record<BoardTheme, { readonly css: string; readonly policy: string }>>

export function boardStyles(shape: string, coloursOf: (palette: Palette) => string): BoardStyles {
  const [light, dark] = [coloursOf(palettes.light), coloursOf(palettes.dark)]
  const colours: Readonly<Record<BoardTheme, string>> = {
    light,
    dark,
    auto: `${light}@media(prefers-color-scheme:dark){${dark}}`,
  }
  const styled = (theme: BoardTheme) => {
    const css = `${shape}${colours[theme]}`
    return [theme, { css, policy: policyOf(`'sha256-${createHash('sha256').update(css).digest('base64')}'`) }] as const
  }
  return Object.fromEntries(boardThemes.map(styled)) as BoardStyles
}

/** Anybody may frame a board: there is nothing on it to be pressed. */
export const policyOf = (style: string): string =>
  `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** Each word on the ground has a contrast of at least 4.5. */
export type Palette = {
  readonly ground: string
  readonly text: string
  readonly quiet: string
  readonly warning: string
  readonly line: string
}

const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: { ground: '#ffffff', text: '#1b1f24', quiet: '#59636e', warning: '#8a4600', line: '#d8dee4' },
  dark: { ground: '#14171c', text: '#e8eaed', quiet: '#a3acb8', warning: '#ffb454', line: '#343a43' },
}
