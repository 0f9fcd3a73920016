import { createHash } from 'node:crypto'
import type { BoardTheme } from '@p2p-rates/contract'

/** The styles of a board. A policy allows them by their digest, and nothing else. */
export type BoardStyles = { readonly css: string; readonly policy: string }

/** Of one form of board, in any theme, with the desk's own colour and what one board alone needs. */
export type StylesOf = (theme: BoardTheme, accent: string | null, more?: string) => BoardStyles

export const boardStyles =
  (shape: string, coloursOf: (palette: Palette) => string): StylesOf =>
  (theme, accent, more = '') => {
    const coloured = (palette: 'light' | 'dark') =>
      coloursOf({ ...palettes[palette], accent: accent ?? palettes[palette].line })
    const colours =
      theme === 'auto' ? `${coloured('light')}@media(prefers-color-scheme:dark){${coloured('dark')}}` : coloured(theme)
    const css = `${shape}${more}${colours}`
    return { css, policy: policyOf(`'sha256-${createHash('sha256').update(css).digest('base64')}'`) }
  }

/** Anybody may frame a board: there is nothing on it to be pressed. */
export const policyOf = (style: string): string =>
  `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** Each word on the ground has a contrast of at least 4.5. The accent colours no words. */
export type Palette = {
  readonly ground: string
  readonly text: string
  readonly quiet: string
  readonly warning: string
  readonly line: string
  readonly accent: string
}

const palettes: Readonly<Record<'light' | 'dark', Omit<Palette, 'accent'>>> = {
  light: { ground: '#ffffff', text: '#14171c', quiet: '#59636e', warning: '#8a4600', line: '#d8dee4' },
  dark: { ground: '#0e1116', text: '#e8eaed', quiet: '#a3acb8', warning: '#ffb454', line: '#343a43' },
}
