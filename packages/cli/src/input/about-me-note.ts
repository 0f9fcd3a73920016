import type { Profile } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { exchangeName } from '../exchange-names.js'
import { grouped, percent } from '../render/numbers.js'
import { say, sayCount } from '../words/say.js'

/** Says for whom prices are, if the saved profile is not a usual caller. Programs get no notes. */
export async function printAboutMe(cli: Cli): Promise<void> {
  const { me } = await cli.settings()
  if (me !== undefined && cli.format === 'people')
    cli.terminal.printNote(say('Prices for you: {facts} (your profile).', { facts: profileFacts(me).join(', ') }))
}

export const profileFacts = (me: Partial<Profile>): readonly string[] => [
  ...(me.orders === undefined
    ? []
    : [sayCount({ one: '{count} order', other: '{count} orders' }, { n: me.orders, count: grouped(me.orders) })]),
  ...(me.completion_pct === undefined ? [] : [say('{percent} completed', { percent: percent(me.completion_pct) })]),
  ...(me.account_days === undefined
    ? []
    : [
        sayCount(
          { one: '{count} day', other: '{count} days' },
          { n: me.account_days, count: grouped(me.account_days) },
        ),
      ]),
  ...(me.verified === true ? [say('verified')] : []),
  ...(me.exchanges ?? []).map(exchangeName),
  ...(me.methods ?? []),
]
