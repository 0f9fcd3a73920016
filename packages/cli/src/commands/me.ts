import type { Usage } from '@p2p-rates/sdk'
import { keyValues, type Report } from '../report.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command.action(async () => {
    cli.printReport(usageReport(await cli.request((p2p) => p2p.me())))
  })

const usageReport = (usage: Usage): Report => ({
  ...keyValues(usage, [
    { name: 'plan', style: 'strong' },
    { name: 'key_prefix', heading: 'key prefix' },
    { name: 'used_this_month', heading: 'requests this month', kind: 'count' },
    { name: 'monthly_quota', heading: 'monthly quota', kind: 'count' },
    { name: 'requests_per_minute', heading: 'requests per minute', kind: 'count' },
  ]),
})
