import type { Style } from '../render/table.js'

export function confidenceStyle({ confidence }: { readonly confidence: string | null }): Style | null {
  if (confidence === 'high') return 'good'
  return confidence === 'low' ? 'bad' : null
}
