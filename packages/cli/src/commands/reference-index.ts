import type { ReferenceIndex } from '@p2p-rates/sdk'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatArgument, fiatOption } from '../input/options.js'
import { priceText } from '../render/numbers.js'
import { age, duration, localTime } from '../render/times.js'
import { keyValues, type Report } from '../report.js'
import { confidenceStyle } from '../reports/confidence-style.js'
import { language, levelInWords, say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .description('One reference price over all exchanges, robust against single ads and exchanges.')
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .action(async (word: string | undefined, options: { fiat?: string }) => {
      const query = await chosenFiat(cli, options, word)
      cli.printReport(indexReport(await cli.request((p2p) => p2p.index(query)), Date.now()))
    })

function officialLine({ official, fiat }: ReferenceIndex): readonly string[] {
  if (official === null) return []
  const { rate, source, day } = official
  return [say('Official: 1 US dollar = {rate} {fiat}, {source}, {day}.', { rate: priceText(rate), fiat, source, day })]
}

/** An older server does not tell. */
function usdtUsdLine({ usdt_usd: usdtUsd }: Partial<ReferenceIndex>, nowMs: number): readonly string[] {
  if (!usdtUsd) return []
  const { rate, source, observed_at: at } = usdtUsd
  const ago = duration((nowMs - Date.parse(at)) / 1000)
  return [say('1 USDT = {rate} USD ({source}, {ago} ago).', { rate: priceText(rate), source, ago })]
}

/** The server writes its citation in English. */
const citeInWords = (index: ReferenceIndex): string =>
  language() === 'en'
    ? index.cite
    : say(
        '1 USDT = {price} {fiat}, p2p-rates reference index (method {method}, {n} exchanges, {level} confidence), {time}.',
        {
          price: priceText(index.value),
          fiat: index.fiat,
          method: index.method,
          n: index.sources,
          level: levelInWords(index.confidence.level),
          time: localTime(index.updated_at),
        },
      )

const indexReport = (index: ReferenceIndex, nowMs: number): Report => ({
  endpoint: 'index',
  title: say('1 USDT in {fiat}, reference index, {age}', {
    fiat: index.fiat,
    age: age(index.updated_at, nowMs),
  }),
  ...keyValues(index, [
    { name: 'value', heading: 'index', kind: 'price', style: 'strong' },
    { name: 'buy', heading: 'typical buy price', kind: 'price' },
    { name: 'sell', heading: 'typical sell price', kind: 'price' },
    {
      name: 'confidence',
      value: ({ confidence }) => confidence.level,
      shown: levelInWords,
      style: ({ confidence }) => confidenceStyle(confidence.level),
    },
    { name: 'sources', heading: 'exchanges', kind: 'count' },
    { name: 'change_24h_pct', heading: 'change in 24 h', kind: 'change' },
    { name: 'official', heading: 'official rate', kind: 'price', value: ({ official }) => official?.rate ?? null },
    { name: 'premium_pct', heading: 'premium over official', kind: 'change' },
    { name: 'method', heading: 'index method', style: 'faint' },
    { name: 'updated_at', hidden: true },
    { name: 'usdt_usd', hidden: true, kind: 'price', value: ({ usdt_usd: usdtUsd }) => usdtUsd?.rate ?? null },
  ]),
  notes: () => [...officialLine(index), ...usdtUsdLine(index, nowMs), citeInWords(index)],
})
