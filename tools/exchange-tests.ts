import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where one more exchange could be noticed: read, believed, judged, answered, drawn, printed and described. */
export const rooms = [
  'packages/core/src',
  'packages/contract/src',
  'packages/server/src/collecting',
  'packages/server/src/market',
  'packages/server/src/uptime',
  'packages/server/src/endpoints',
  'packages/server/src/pages',
  'packages/server/src/wiring',
  'packages/server/src/build',
  'packages/server/src/config',
  'packages/sdk/src/direct',
  'packages/cli/src',
  'packages/dashboard/src/listed',
  'packages/dashboard/src/pages',
]

const others = ['proofs/wire.slow.test.ts', 'proofs/faults-payload.slow.test.ts', 'tools/docs.slow.test.ts']

/**
 * Nothing in these depends on which exchanges there are: they judge boards that they make, speak of accounts, keys and
 * mails, or cut text.
 */
export const elsewhere = [
  ...under('packages/core/src/', 'trust stats history payments arbitrage book rates reference officials wanted'),
  ...under('packages/contract/src/', 'words crossing events headers error-codes webhook-inputs webhook-shape'),
  ...under('packages/server/src/endpoints/', 'account admin inboxes invites keys registration sessions setup usage'),
  ...under('packages/server/src/endpoints/', 'compressed-answers long-answers page-answers plan-requests public-url'),
  ...under('packages/server/src/endpoints/', 'requests webhooks'),
  ...under('packages/cli/src/', 'complete render settings demo export mcp amount asking browser in-time keyboard'),
  ...under('packages/cli/src/', 'open pager read-words screen terminal'),
]

/** Whatever names the list runs, wherever it lies. */
const namesList = /\b(exchangeIds|exchangeById|everyExchange)\b|exchanges\/all\.js/

/** Waits for leases in real time. That one server asks what another believes is tried with one more in `collecting`. */
export const tooLong = 'packages/server/src/company/collecting-apart.slow.test.ts'

/** The test files of a copy of the project that one more exchange could make fail. */
export function testsThatMeetExchanges(root: string): readonly string[] {
  const names = (path: string) => namesList.test(readFileSync(join(root, path), 'utf8'))
  const inRooms = (path: string) => isIn(rooms, path) && !isIn(elsewhere, path)
  const ofPackages = testsIn(root, 'packages').filter((path) => path !== tooLong && (inRooms(path) || names(path)))
  return [...ofPackages, ...others]
}

/** Not installed packages, nor what was built. */
export function testsIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testsIn(root, path)
    return /\.test\.tsx?$/.test(path) ? [path] : []
  })
}

export const isIn = (places: readonly string[], path: string): boolean =>
  places.some((place) => path.startsWith(`${place}/`) || path.startsWith(`${place}.`))

function under(folder: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${folder}${name}`)
}
