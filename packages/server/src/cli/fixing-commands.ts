import type { Command } from 'commander'
import { withOperator } from './with-operator.js'

export function addFixingCommands(root: Command): void {
  root
    .command('fixings')
    .description('the index of each day')
    .command('correct <fiat> <day> <value>')
    .description('add a correction to the chain; the fixing of that day stays')
    .requiredOption('--why <text>', 'reason, shown to all readers')
    .action(async (fiat: string, day: string, value: string, { why }: { why: string }) => {
      const { number, digest } = await withOperator((operator) => operator.correctFixing({ fiat, day, value, why }))
      console.log(`${fiat} of ${day} is corrected by number ${number} of its chain (${digest}).`)
    })
}
