import type { Style } from '../render/table.js'

/** How sure something is, in colour. */
export function confidenceStyle({ confidence }: { readonly confidence: string | null }): Style | null {
  if (confidence === 'high') return 'good'
  return confidence === 'low' ? 'bad' : null
}
