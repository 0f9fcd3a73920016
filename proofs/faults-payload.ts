import { type Dictionary, type Exchange, everyExchange, isFault, type PageReading } from '@p2p-rates/core'
import { createRandom, type Random, readAnswer, readDictionary, seedFor } from '@p2p-rates/core/internal'
import { dictionaryFilesOf, type FixturePage, fixture, namesOf, observedAt, pagesOf } from '@p2p-rates/core/testing'
import { violatedInvariant } from './faults-payload/invariants.js'
import { lengthen, mutate } from './faults-payload/mutate.js'
import type { Proof } from './proof.js'

/**
 * Mutate each exchange's pages at random and check the readings. The same seed and number always give the same case.
 */
export const faultsPayloadProof: Proof = {
  name: 'faults-payload',
  target: '100,000 seeded mutations of each exchange: never a throw, never an ad that breaks its promises',
  run: async ({ seed, count, fast, print }) => {
    const cases = count ?? (fast ? 2_000 : 100_000)
    const broken: string[] = []
    const tallies = everyExchange.map((exchange) => {
      const tally = new Map<string, number>()
      const tryCase = caseRunner(exchange)
      for (let number = 0; number < cases; number++) {
        const { outcome, breach } = tryCase(createRandom(seedFor(seed, exchange.id, number)))
        tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
        if (breach !== null) broken.push(`${exchange.id} case ${number}: ${breach}`)
      }
      print(`${exchange.name.padEnd(8)} ${describe(tally)}`)
      return { exchange: exchange.id, outcomes: Object.fromEntries(tally) }
    })
    // A mutation engine that no longer hurts would prove nothing.
    const harmless = tallies.filter(({ outcomes }) => !expectedOutcomes.every((outcome) => outcome in outcomes))
    const tooMild =
      cases < 2_000
        ? []
        : harmless.map(({ exchange }) => `${exchange} never gave one of: ${expectedOutcomes.join(', ')}`)
    return { breaches: [...broken, ...tooMild], figure: `${cases} mutations of each of ${tallies.length} exchanges` }
  },
}

const expectedOutcomes = ['unharmed', 'some ads lost', 'schema_drift', 'bad_response', 'too_large']

type Case = { readonly outcome: string; readonly breach: string | null }

/** A tenth of the cases injure the exchange's own dictionary instead of the page. */
function caseRunner(exchange: Exchange): (random: Random) => Case {
  // Each board as it is, where one bad row is much, and six rows long, where it is little; one empty board.
  const boards = pagesOf(exchange.id).filter(({ text }) => lengthen(text, 6) !== text)
  const empty = pagesOf(exchange.id)
    .filter((page) => !boards.includes(page))
    .slice(0, 1)
  const pages = [
    ...empty,
    ...[1, 6].flatMap((rows) => boards.map((page) => ({ ...page, text: lengthen(page.text, rows) }))),
  ]
  const names = namesOf(exchange)
  const dictionaries = dictionaryFilesOf(exchange.id).map((file) => fixture(`${exchange.id}/${file}`))

  return (random) => {
    const page = random.pick(pages)
    try {
      const injuresNames = dictionaries.length > 0 && random.chance(0.1)
      const reading = injuresNames
        ? read(exchange, page, page.text, injuredNames(exchange, random.pick(dictionaries), random) ?? names)
        : read(exchange, page, mutate(page.text, random), names)
      const asked = { ...page.market, exchange: exchange.id, atMs: observedAt }
      return { outcome: outcomeOf(reading), breach: violatedInvariant(reading, asked) }
    } catch (error) {
      return {
        outcome: 'thrown',
        breach: `${page.file} threw ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }
}

const read = (exchange: Exchange, page: FixturePage, text: string, names: Dictionary): PageReading =>
  readAnswer(exchange, ok(text), { ...page.market, names, observedAtMs: observedAt })

function injuredNames(exchange: Exchange, text: string, random: Random): Dictionary | null {
  const names = readDictionary(exchange, ok(mutate(text, random)), observedAt)
  return isFault(names) ? null : names
}

const ok = (text: string) => ({ status: 200, contentType: 'application/json', retryAfter: null, text })

function outcomeOf(reading: PageReading): string {
  if (reading.state === 'failed') return reading.fault.kind
  return reading.rejected.length === 0 ? 'unharmed' : 'some ads lost'
}

const describe = (tally: ReadonlyMap<string, number>): string =>
  [...tally]
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, times]) => `${outcome} ${times}`)
    .join(', ')
