import { cleanText } from '@p2p-rates/contract/words'
import './untrusted-text.css'

/** Untrusted text: cleaned, in one line, isolated from the text around it. */
export const UntrustedText = ({ text, longest = 200 }: { readonly text: string; readonly longest?: number }) => (
  <bdi class="stranger">{strangersText(text, longest)}</bdi>
)

export const StrangerInFull = ({ text }: { readonly text: string }) => (
  <bdi class="stranger full">{strangersText(text, 200)}</bdi>
)

export function strangersText(text: string, longest = 200): string {
  const letters = [...cleanText(text)]
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : letters.join('')
}
