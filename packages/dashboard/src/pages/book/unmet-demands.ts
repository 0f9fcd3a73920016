import type { CallerRecord } from '@p2p-rates/contract'
import { readAboutMe } from '../../api/about-me.js'
import type { Translator } from '../../words/translator.js'
import type { AdWithTrust } from './ad-with-trust.js'

type Asking = Pick<AdWithTrust, 'demands'>

/** "asks for 30 orders"; null if the reason is about no figure, or the answer lacks it. */
export function demandInWords({ t }: Translator, { demands }: Asking, code: string): string | null {
  const kind = kinds.get(code)
  const n = kind === undefined ? null : (demands?.[`min_${kind.figure}`] ?? null)
  return kind === undefined || n === null ? null : t(`demand.${kind.word}`, { n })
}

/** "You have 20." or, of a figure that "About me" does not give, "A usual caller has 10." */
export function ownFigureInWords(
  translator: Translator,
  code: string,
  aboutMe: string,
  usual: CallerRecord | undefined,
): string | null {
  const kind = kinds.get(code)
  if (kind === undefined) return null
  const { [`my_${kind.figure}`]: mine } = readAboutMe(aboutMe)
  const n = mine === undefined ? usual?.[kind.figure] : Number(mine)
  if (n === undefined) return null
  const have = translator.t(`demand.have.${kind.word}`, { n })
  return translator.t(mine === undefined ? 'demand.usual' : 'demand.you', { have })
}

type Kind = {
  readonly figure: 'orders' | 'completion_pct' | 'account_days'
  readonly word: 'orders' | 'completion' | 'account_days'
}

const kinds = new Map<string, Kind>([
  ['asks_for_orders', { figure: 'orders', word: 'orders' }],
  ['asks_for_completion', { figure: 'completion_pct', word: 'completion' }],
  ['asks_for_account_age', { figure: 'account_days', word: 'account_days' }],
])
