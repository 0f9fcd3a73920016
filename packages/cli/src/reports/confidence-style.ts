import type { Style } from '../render/table.js'

export function confidenceStyle(level: string | null | undefined): Style | null {
  if (level === 'high') return 'good'
  return level === 'low' ? 'bad' : null
}
