import { createHash } from 'node:crypto'
import type { BoardTheme } from '@p2p-rates/contract'

export type BoardStyles = { readonly css: string; readonly policy: string }

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

/** Any site may frame a board, because it has no controls. */
export const policyOf = (style: string): string =>
  `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** Every text colour has a contrast of at least 4.5 on the ground. The accent is never a text colour. */
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
