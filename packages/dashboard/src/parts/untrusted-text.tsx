import { cleanText } from '@p2p-rates/contract/words'
import './untrusted-text.css'

/** Untrusted text: cleaned, in one line, isolated from the text around it. */
export const UntrustedText = ({ text, longest = 200 }: { readonly text: string; readonly longest?: number }) => (
  <bdi class="stranger">{cleanUntrustedText(text, longest)}</bdi>
)

export const UntrustedTextInFull = ({ text }: { readonly text: string }) => (
  <bdi class="stranger full">{cleanUntrustedText(text, 200)}</bdi>
)

export function cleanUntrustedText(text: string, longest = 200): string {
  const letters = [...cleanText(text)]
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : letters.join('')
}
