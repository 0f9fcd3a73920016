import type { CallerRecord } from '@p2p-rates/contract'
import { readAboutMe } from '../../api/about-me.js'
import type { Translator } from '../../words/translator.js'
import type { AdWithTrust } from './ad-with-trust.js'

type Asking = Pick<AdWithTrust, 'demands'>

/** "asks for 30 orders"; null if the reason is about no figure, or the answer lacks it. */
export function demandInWords({ t }: Translator, { demands }: Asking, code: string): string | null {
  const kind = kinds.get(code)
  const n = kind === undefined ? null : (demands?.[kind.asked] ?? null)
  return kind === undefined || n === null ? null : t(kind.word, { n })
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
  const { [kind.mine]: mine } = readAboutMe(aboutMe)
  const n = mine === undefined ? usual?.[kind.usual] : Number(mine)
  if (n === undefined) return null
  const have = translator.t(kind.have, { n })
  return translator.t(mine === undefined ? 'demand.usual' : 'demand.you', { have })
}

const orders = {
  asked: 'min_orders',
  mine: 'my_orders',
  usual: 'orders',
  word: 'demand.orders',
  have: 'demand.have.orders',
} as const
const completion = {
  asked: 'min_completion_pct',
  mine: 'my_completion_pct',
  usual: 'completion_pct',
  word: 'demand.completion',
  have: 'demand.have.completion',
} as const
const accountAge = {
  asked: 'min_account_days',
  mine: 'my_account_days',
  usual: 'account_days',
  word: 'demand.account_days',
  have: 'demand.have.account_days',
} as const

const kinds = new Map<string, typeof orders | typeof completion | typeof accountAge>([
  ['asks_for_orders', orders],
  ['asks_for_completion', completion],
  ['asks_for_account_age', accountAge],
])
