import type { Transfers, WireTransfer } from '@p2p-rates/sdk'
import { shownAsName } from '../exchange-names.js'
import { type Style, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = { readonly from?: string; readonly to?: string }

export const define: CommandFactory = (command, cli) =>
  command
    .option('--from <id>', 'exchange of the withdrawal')
    .option('--to <id>', 'exchange of the deposit')
    .action(async ({ from, to }: Options) => {
      const query = { from: from?.toLowerCase(), to: to?.toLowerCase() }
      cli.printReport(transfersReport(await cli.request((p2p) => p2p.transfers(query))))
    })

const transfersReport = (answer: Transfers): Report => ({
  answer,
  endpoint: 'transfers',
  records: answer.transfers,
  title: say('Networks for USDT between exchanges'),
  empty: say('No network between these exchanges is known.'),
  table: tableOf<WireTransfer>(answer.transfers, [
    { name: 'from', shown: shownAsName },
    { name: 'to', shown: shownAsName },
    { name: 'network' },
    { name: 'open', heading: 'state', shown: stateInWords, style: stateStyle },
    { name: 'fee_usdt', heading: 'fee' },
    { name: 'least_usdt', heading: 'minimum', flexible: 1 },
    {
      name: 'observed_at',
      heading: 'as of',
      shown: (at) => String(at).slice(0, 10),
      style: ({ stale }) => (stale ? 'bad' : null),
    },
    { name: 'source', hidden: true },
    { name: 'stale', hidden: true },
  ]),
  notes: () =>
    answer.transfers.some(({ stale }) => stale)
      ? [say('Figures older than 90 days are stale (red): check them at the exchange.')]
      : [],
})

const stateInWords = (isOpen: unknown): string => (isOpen === true ? say('open') : say('closed'))
const stateStyle = ({ open }: WireTransfer): Style => (open ? 'good' : 'bad')
