import type { Source } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { exchangeName, usualExchanges } from './exchange-names.js'
import { foreign, say, sayCount } from './words/say.js'

type AnswerMeta = {
  readonly fiat: string
  readonly present: readonly string[]
  /** Reason for a healthy exchange that is missing in the answer. If absent, its absence is normal. */
  readonly otherwise?: string
}

/** Null if the source is well, or if a server omits its reason. */
const reasonOf = (source: Source | undefined): string | null =>
  typeof source?.reason === 'string' ? foreign(source.reason, `source.${source.state}.why`) : null

/** Says on stderr which exchanges are missing in an answer and why, each cause once. Never fails. */
export async function warnOfMissingExchanges(cli: Cli, { fiat, present, otherwise }: AnswerMeta): Promise<void> {
  const missing = usualExchanges.filter((id) => !present.includes(id))
  const isDirect = (await cli.source()).server === null
  if (missing.length === 0 && !isDirect) return
  const { sources } = await cli.request((p2p) => p2p.sources({ fiat })).catch(() => ({ sources: [] }))
  const whoByReason = new Map<string, string[]>()
  for (const { exchange, state, reason, last_error: fault } of sources)
    if (isDirect && state === 'live' && reason !== null && present.includes(exchange))
      cli.terminal.printWarning(
        say('{exchange} was read in part: {reason}', {
          exchange: exchangeName(exchange),
          reason: foreign(reason, `cause.${fault?.kind}`),
        }),
      )
  for (const id of missing) {
    const found = sources.find(({ exchange }) => exchange === id)
    if (found?.state === 'unsupported') continue
    const isWell = found === undefined || found.state === 'live' || found.state === 'empty'
    const reason =
      isWell && otherwise === undefined ? null : (reasonOf(found) ?? otherwise ?? say('it does not answer.'))
    if (reason !== null) whoByReason.set(reason, [...(whoByReason.get(reason) ?? []), exchangeName(id)])
  }
  for (const [reason, who] of whoByReason)
    cli.terminal.printWarning(
      sayCount(
        { one: '{exchanges} is missing: {reason}', other: '{exchanges} are missing: {reason}' },
        { n: who.length, exchanges: who.join(', '), reason },
      ),
    )
  if (whoByReason.size > 0 && isDirect) cli.terminal.printNote(`  ${say('p2p doctor shows what to do about it.')}`)
  const elsewhere = missing.filter((id) =>
    sources.some(({ exchange, state }) => exchange === id && state === 'unsupported'),
  )
  if (elsewhere.length > 0)
    cli.terminal.printNote(
      say('Not traded for {fiat}: {exchanges}.', { fiat, exchanges: elsewhere.map(exchangeName).join(', ') }),
    )
}
