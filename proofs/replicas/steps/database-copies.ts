import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/chance'
import { databasePathOf } from '@p2p-rates/server/testing'
import { makeDataDir } from '../../harness/server-process.js'
import { until } from '../../harness/until.js'
import { addClients } from '../clients.js'
import type { Cluster } from '../cluster.js'
import { makeWebhook, openClusterRequests } from '../cluster-requests.js'

const hostileNames = [
  `O'Hara "the" \\ {NULL,"a"}`,
  '👩‍👩‍👧 Ґанок Straße ΑΣ',
  ` $1 ? ); DROP TABLE account; -- `,
  '\u202eright to left\u200f',
  '\ufeff\u{10ffff}\u2028',
  'line\r\nline\ttab',
]

/** Accounts, keys and webhooks with such names. What these wait for never comes. */
export async function makeHostile(cluster: Cluster): Promise<void> {
  const clients = await addClients(
    cluster,
    hostileNames.map(() => 'Business' as const),
  )
  const { send, close } = openClusterRequests()
  for (const [index, { accountId, keyId, key }] of clients.entries()) {
    const name = hostileNames[index] ?? ''
    const quoted = `'${name.replaceAll("'", "''")}'`
    await cluster.sql(
      `UPDATE account SET name = ${quoted} WHERE id = '${accountId}';
       UPDATE api_key SET label = ${quoted} WHERE id = '${keyId}'`,
    )
    const never = { event: 'best_buy', fiat: 'UAH', threshold: 1e-6, url: cluster.receiver.url, description: name }
    const said = { name: `hostile ${index}`, body: never }
    await makeWebhook(cluster, send, key, said)
  }
  await close()
}

export type CopyFindings = { readonly breaches: readonly string[]; readonly rows: number }

/**
 * I15. Copy the database to a folder and back into another database, and compare. Call it after all servers have ended.
 */
export async function copyToFolderAndBack(cluster: Cluster, random: Random): Promise<CopyFindings> {
  const breaches: string[] = []
  const [server] = cluster.servers
  if (server === undefined) throw new Error('The stage has servers.')
  const { dataDir: folder, remove } = makeDataDir()
  await cluster.primary().run(`CREATE DATABASE ${otherDatabase}`)
  const here = server.databaseUrl
  const back = here.replace(/\/\w+\?/, `/${otherDatabase}?`)
  await nobodyServes(cluster)

  const copy = async (...words: readonly string[]): Promise<Outcome> => {
    const ended = await Promise.race([server.tryCommand('copy', ...words), pass(mostMs, null, { ref: false })])
    if (ended === null) breaches.push(`copy ${words.join(' ')} has not ended within ${mostMs / 1000} s`)
    return ended ?? { code: null, output: '' }
  }
  const mustBeTheSame = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { code, output } = await copy(...words)
    if (code !== 0) breaches.push(`copy ${words.join(' ')} has ended with ${code}: ${output.slice(-500)}`)
    return digestsIn(output)
  }
  const mustDiffer = async (tables: readonly string[], ...words: readonly string[]): Promise<void> => {
    const { code, output } = await copy('--verify', ...words)
    if (code === 0 || !tables.some((table) => output.includes(`  ${table}: `)))
      breaches.push(`a byte of ${tables} is another, and copy --verify ends with ${code}: ${output.slice(-500)}`)
  }

  const there = await mustBeTheSame('--from', here, '--to', folder)
  const again = await mustBeTheSame('--from', folder, '--to', back)
  const verified = await mustBeTheSame('--verify', '--from', here, '--to', back)
  if (there.length === 0 || again.join() !== there.join() || verified.join() !== there.join())
    breaches.push(`there went ${there.join(', ')}, and back came ${again.join(', ')}`)
  const kept = await cluster.primary().run('SELECT name FROM account', otherDatabase)
  for (const name of hostileNames)
    if (!kept.some((row) => row.name === name)) breaches.push(`no account is named ${JSON.stringify(name)} any more`)

  const spoilt = random.pick(['chunk.data', 'webhook.secret', 'latest_board.ads'])
  await cluster.primary().run(flipOneByte(spoilt, random), otherDatabase)
  await mustDiffer(spoilt.split('.').slice(0, 1), '--from', folder, '--to', back)
  flipInFile(databasePathOf(folder), random)
  await mustDiffer(['account', 'api_key'], '--from', here, '--to', folder)
  remove()
  const rows = there.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)
  return { breaches: breaches.map((text) => `I15 ${text}`), rows }
}

type Outcome = { readonly code: number | null; readonly output: string }

const otherDatabase = 'back'
const mostMs = 120_000

const nobodyServes = ({ sql }: Cluster): Promise<void> =>
  until('nobody serves the data any more', async () => {
    const [holder] = await sql(`SELECT holder FROM lease WHERE name = 'serve' AND expires_at > clock_timestamp()`)
    return holder === undefined ? null : String(holder.holder)
  })

const digestsIn = (output: string): readonly string[] =>
  [...output.matchAll(/^(\w+) +(\d+) +([0-9a-f]{16})$/gm)].map(([, ...facts]) => facts.join(' '))

function flipOneByte(place: string, random: Random): string {
  const [table, column] = place.split('.')
  const at = `floor(length(${column}) * ${random.next()})::int`
  return `UPDATE ${table} SET ${column} = set_byte(${column}, ${at}, get_byte(${column}, ${at}) # ${2 ** random.below(8)})
    WHERE ctid = (SELECT ctid FROM ${table} WHERE length(${column}) > 0
      OFFSET floor((SELECT count(*) FROM ${table} WHERE length(${column}) > 0) * ${random.next()}) LIMIT 1)`
}

/** Flip the same letter in every occurrence of a name, including stale copies that no row refers to. */
function flipInFile(path: string, random: Random): void {
  const bytes = readFileSync(path)
  const name = Buffer.from(hostileNames[0] ?? '')
  const letter = random.below(name.length)
  let places = 0
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    bytes.writeUInt8(bytes.readUInt8(at + letter) ^ 1, at + letter)
    places += 1
  }
  if (places === 0) throw new Error('The name is not in the file.')
  writeFileSync(path, bytes)
}
