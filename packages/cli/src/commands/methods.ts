import type { MethodPrices, Side } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { askForMe } from '../input/about-me-note.js'
import { chosenFiat } from '../input/chosen-fiat.js'
import { fiatOption, readAmount, sideOption } from '../input/options.js'
import { parsePositionals, withPositionals } from '../input/positionals.js'
import { tableOf } from '../render/table.js'
import { howOld } from '../render/times.js'
import type { Report } from '../report.js'
import { classInWords, say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[what...]', 'side, currency and amount in words: sell EUR 500')
    .option('-a, --amount <n>', 'only ads for this amount, and its worth at each method', readAmount)
    .addOption(fiatOption())
    .addOption(sideOption())
    .action(
      async (words: string[], typed: { readonly fiat?: string; readonly side?: Side; readonly amount?: number }) => {
        const options = withPositionals(typed, parsePositionals(words, ['side', 'fiat', 'amount']))
        const query = { ...(await chosenFiat(cli, options)), side: options.side, amount: options.amount }
        const prices = await askForMe(
          cli,
          {},
          {
            question: (p2p) => p2p.methods(query),
            hasNoAds: ({ methods }) => methods.length === 0,
          },
        )
        cli.printReport(methodsReport(prices, Date.now(), options.amount))
      },
    )

const methodsReport = (prices: MethodPrices, nowMs: number, amount?: number): Report => ({
  answer: prices,
  endpoint: 'methods',
  records: prices.methods,
  title: `${
    prices.side === 'BUY'
      ? say('Best price by payment method, you buy USDT for {fiat}', { fiat: prices.fiat })
      : say('Best price by payment method, you sell USDT for {fiat}', { fiat: prices.fiat })
  }${howOld(prices, nowMs)}`,
  empty: say('No ads for a normal order now.'),
  table: tableOf(prices.methods, [
    { name: 'name', heading: prices.side === 'BUY' ? 'pay with' : 'get paid with' },
    { name: 'price', heading: prices.side === 'BUY' ? 'you buy at' : 'you sell at', kind: 'price' },
    {
      name: 'usdt',
      heading: prices.side === 'BUY' ? 'you get, USDT' : 'you give, USDT',
      kind: 'money',
      hidden: amount === undefined,
      value: ({ price }) => (amount === undefined ? null : Number((amount / price).toFixed(6))),
    },
    { name: 'exchange', heading: 'on', shown: shownAsName },
    { name: 'ads', kind: 'count', flexible: 1 },
    { name: 'available_usdt', heading: 'USDT offered', kind: 'money', flexible: 2 },
    { name: 'class', heading: 'kind', flexible: 3, shown: classInWords },
    { name: 'id', flexible: 3, style: 'faint' },
  ]),
  notes: () => (prices.unnamed_ads === 0 ? [] : [unnamedLine(prices.unnamed_ads)]),
})

const unnamedLine = (n: number): string =>
  sayCount(
    { one: '{n} ad accepts unknown payment methods only.', other: '{n} ads accept unknown payment methods only.' },
    { n },
  )
