import type { Command } from 'commander'
import { agreementsToProve, isExcluded, isProven, type Reporter } from '../ingest/agents/reporter.js'
import { formatTable } from './terminal-output.js'
import { withOperator, withPropagation } from './with-operator.js'

export function addReporterCommands(root: Command): void {
  const reporters = root
    .command('reporters')
    .description('remote collectors, which read exchanges from other addresses')
  reporters
    .command('list', { isDefault: true })
    .description('all remote collectors, and what checks have shown of them')
    .option('--json', 'as JSON, for programs')
    .action(listReporters)
  reporters
    .command('add <name> <key>')
    .description('add a remote collector, with the key that its `p2p agent` prints')
    .requiredOption('--exchanges <ids>', 'exchanges it may read, separated by commas')
    .action(async (id: string, publicKey: string, { exchanges }: { exchanges: string }) => {
      const added = await withOperator((operator) => operator.addReporter({ id, publicKey, exchanges }))
      console.log(`${added.id} is added and may read ${added.exchanges.join(', ')}.`)
      console.error('The server reads the exchanges in P2P_REMOTE_EXCHANGES only through remote collectors.')
    })
  reporters
    .command('remove <name>')
    .description('remove a remote collector; the server rejects its next request')
    .action(async (id: string) => {
      const [, acted] = await withPropagation((operator) => operator.removeReporter(id))
      console.log(`${id} is removed.${acted}`)
    })
}

async function listReporters({ json = false }: { json?: boolean }): Promise<void> {
  const reporters = await withOperator((operator) => operator.reporters())
  if (json) return console.log(JSON.stringify(reporters.map(rowOf), null, 2))
  if (reporters.length === 0)
    return console.log('There are no remote collectors yet: `p2p agent` on another machine prints how to add it.')
  console.log(
    formatTable(
      ['NAME', 'STATE', 'AGREED', 'CONTRADICTED', 'SINCE', 'EXCHANGES'],
      reporters
        .map(rowOf)
        .map((row) => [
          row.name,
          row.state.replace('_', ' '),
          `${Math.min(row.agreements, agreementsToProve)} of ${agreementsToProve}`,
          String(row.contradictions),
          row.added_at.slice(0, 10),
          row.exchanges.join(','),
        ]),
    ),
  )
}

const rowOf = ({ id, publicKey, exchanges, addedAtMs, standing }: Reporter) => ({
  name: id,
  state: isExcluded(standing) ? 'held_out' : isProven(standing) ? 'proven' : 'being_checked',
  agreements: standing.agreements,
  contradictions: standing.contradictions,
  added_at: new Date(addedAtMs).toISOString(),
  exchanges,
  public_key: publicKey,
})
