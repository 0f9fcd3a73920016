import type { APIPromise, P2P, Profile } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { CliError, toCliError } from '../cli-error.js'
import { exchangeName } from '../exchange-names.js'
import { grouped, percent } from '../render/numbers.js'
import { allOf, anyOf, say, sayCount } from '../words/say.js'

/** Exchanges and payment methods of the question. They replace those of the person in the profile. */
export type NamedInQuestion = {
  readonly exchange?: string | readonly string[] | undefined
  readonly paymentMethod?: string | readonly string[] | undefined
}

/** Says for whom prices are, if the saved profile is not a usual caller. Programs get no notes. */
export async function printAboutMe(cli: Cli, named: NamedInQuestion = {}): Promise<void> {
  const { me } = await cli.settings()
  if (me === undefined || cli.format !== 'people') return
  const facts = profileFacts(usedParts(me, named))
  if (facts.length > 0)
    cli.terminal.printNote(say('Prices for you: {facts} (your profile).', { facts: facts.join(', ') }))
}

function usedParts({ exchanges, methods, ...record }: Partial<Profile>, named: NamedInQuestion): Partial<Profile> {
  const namesExchange = named.exchange !== undefined && named.exchange !== 'all'
  return {
    ...record,
    ...(exchanges === undefined || namesExchange ? {} : { exchanges }),
    ...(methods === undefined || named.paymentMethod !== undefined ? {} : { methods }),
  }
}

type Question<T> = {
  readonly question: (p2p: P2P) => APIPromise<T>
  readonly hasNoAds?: (answer: T) => boolean
}

/** Says for whom prices are, and asks. */
export async function askForMe<T>(cli: Cli, named: NamedInQuestion, question: Question<T>): Promise<T> {
  await printAboutMe(cli, named)
  return withProfileLimits(cli, named, question)
}

/** The answer of a question. If it has no ads, or there is none, says to which exchanges and methods the profile limits it. */
export async function withProfileLimits<T>(
  cli: Cli,
  named: NamedInQuestion,
  { question, hasNoAds = () => false }: Question<T>,
): Promise<T> {
  try {
    const answer = await cli.request(question)
    const limits = hasNoAds(answer) ? await profileLimits(cli, named) : null
    if (limits !== null) cli.terminal.printWarning(limits)
    return answer
  } catch (error) {
    const limits = (error as { code?: unknown }).code === 'data_unavailable' ? await profileLimits(cli, named) : null
    if (limits === null) throw error
    throw new CliError('noData', toCliError(error, 'p2p', cli.origins).message, limits, { cause: error })
  }
}

async function profileLimits(cli: Cli, named: NamedInQuestion): Promise<string | null> {
  const saved = {
    exchange: cli.origins.has('exchange') ? namesIn(named.exchange) : null,
    method: cli.origins.has('payment_method') ? namesIn(named.paymentMethod) : null,
  }
  const me = usedParts((await cli.settings()).me ?? {}, named)
  const exchanges = saved.exchange ?? me.exchanges
  const methods = saved.method ?? me.methods
  const commands = [
    ...(exchanges == null ? [] : [`p2p config delete ${saved.exchange === null ? 'me.exchanges' : 'exchange'}`]),
    ...(methods == null ? [] : [`p2p config delete ${saved.method === null ? 'me.methods' : 'method'}`]),
  ]
  if (commands.length === 0) return null
  const limits = [
    ...(exchanges == null ? [] : [anyOf(exchanges.map(exchangeName))]),
    ...(methods == null ? [] : [anyOf(methods)]),
  ]
  return say('Your profile allows only {limits}. To allow all: {commands}', {
    limits: allOf(limits),
    commands: commands.join(', '),
  })
}

const namesIn = (names: string | readonly string[] | undefined): readonly string[] | null =>
  typeof names === 'string' ? names.split(',') : (names ?? null)

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
