import type { PaymentMethod, PaymentMethods } from '@p2p-rates/sdk'
import { tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { classInWords, say, sayCount } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = { readonly search?: string; readonly country?: string }

export const define: CommandFactory = (command, cli) =>
  command
    .option('--search <text>', 'only methods with this text in a name, id or alias')
    .option('--country <code>', 'only methods of this country, such as UA')
    .action(async (options: Options) => {
      const { payment_methods: all } = await cli.request((p2p) => p2p.paymentMethods())
      cli.printReport(methodsReport({ payment_methods: all.filter((method) => isWanted(method, options)) }))
    })

function isWanted({ id, name, aliases, countries }: PaymentMethod, { search, country }: Options): boolean {
  if (country !== undefined && !countries.includes(country.toUpperCase())) return false
  const text = search?.normalize('NFKC').toLowerCase()
  return text === undefined || [id, name, ...aliases].some((word) => word.toLowerCase().includes(text))
}

const methodsReport = (answer: PaymentMethods): Report => ({
  answer,
  endpoint: 'payment-methods',
  records: answer.payment_methods,
  title: sayCount({ one: '{n} payment method', other: '{n} payment methods' }, { n: answer.payment_methods.length }),
  empty: say('No such payment method.'),
  table: tableOf(answer.payment_methods, [
    { name: 'id', heading: '--payment-method' },
    { name: 'name', flexible: 1 },
    { name: 'class', heading: 'kind', shown: classInWords },
    { name: 'countries', heading: 'countries', flexible: true },
    { name: 'aliases', heading: 'aliases', flexible: true },
  ]),
})
