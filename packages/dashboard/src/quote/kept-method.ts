import type { Settings } from '../settings.js'

/** The payment method last chosen for a currency, or an empty text. */
export function keptMethod(settings: Pick<Settings, 'get'>, fiat: string): string {
  const kept = settings.get('method')
  return kept.startsWith(`${fiat} `) ? kept.slice(fiat.length + 1) : ''
}

export const keepMethod = (settings: Pick<Settings, 'set'>, fiat: string, method: string): void =>
  settings.set('method', `${fiat} ${method}`)
