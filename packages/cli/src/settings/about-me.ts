import type { AskedCaller } from '@p2p-rates/contract'
import type { Profile as AboutMe } from '@p2p-rates/sdk'
import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'
import type { Profile } from './profiles.js'

/** The person of a profile, for whom prices are; undefined if the profile says nothing about them. */
export function readAboutMe(profile: Profile): Partial<AboutMe> | undefined {
  const me: Partial<AboutMe> = {
    ...(profile['me.orders'] !== undefined && { orders: readCount('me.orders', profile['me.orders']) }),
    ...(profile['me.completion-pct'] !== undefined && { completion_pct: readPercent(profile['me.completion-pct']) }),
    ...(profile['me.account-days'] !== undefined && {
      account_days: readCount('me.account-days', profile['me.account-days']),
    }),
    ...(profile['me.verified'] !== undefined && { verified: readYesOrNo(profile['me.verified']) }),
    ...(profile['me.exchanges'] !== undefined && { exchanges: profile['me.exchanges'].split(',') }),
    ...(profile['me.methods'] !== undefined && { methods: profile['me.methods'].split(',') }),
  }
  return Object.keys(me).length === 0 ? undefined : me
}

/** A profile as parameters. */
export const profileQuery = (me: Partial<AboutMe> = {}): AskedCaller => ({
  ...(me.orders !== undefined && { my_orders: me.orders }),
  ...(me.completion_pct !== undefined && { my_completion_pct: me.completion_pct }),
  ...(me.account_days !== undefined && { my_account_days: me.account_days }),
  ...(me.verified !== undefined && { my_verified: me.verified }),
  ...(me.exchanges != null && { my_exchanges: me.exchanges }),
  ...(me.methods != null && { my_methods: me.methods }),
})

function readCount(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new CliError('usage', say('{name} must be a whole number from 0 up.', { name }))
}

function readPercent(text: string): number {
  const percent = /^\d{1,3}(\.\d{1,8})?$/.test(text) ? Number(text) : 101
  if (percent <= 100) return percent
  throw new CliError('usage', say('me.completion-pct must be a percentage from 0 to 100.'))
}

function readYesOrNo(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new CliError('usage', say('me.verified must be true or false.'))
}
