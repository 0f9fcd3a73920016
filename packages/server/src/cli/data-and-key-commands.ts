import { resolve } from 'node:path'
import type { Command } from 'commander'
import { acceptKey, createSecretBox, readMasterKey, rotateKey } from '../alerts/webhooks/master-key.js'
import { OperatorError, refuseUnlessFile } from '../base/errors/operator-errors.js'
import { DamagedDataError } from '../base/errors/storage-errors.js'
import { aliveMs } from '../cluster/membership.js'
import { chooseStore, openStore } from '../storage/choose-store.js'
import type { Restored } from '../storage/store.js'
import { configuration, withStore } from './configuration.js'
import { connectToServer } from './control-socket.js'
import { formatTable } from './terminal-output.js'
import { withOperator } from './with-operator.js'

export function addDataCommands(root: Command): void {
  root
    .command('backup <file>')
    .description('write a whole, consistent copy of the data; the server may run')
    .action(async (file: string) => {
      const place = await storeLocation()
      await place.backUp(resolve(file))
      const { faults } = await place.inspect(resolve(file))
      if (faults.length > 0) throw new OperatorError(damagedBefore(file, faults))
      console.log(`Backed up to ${file}. Keep the master key with it: without it webhook secrets cannot be read.`)
    })
  root
    .command('restore <file>')
    .description('put a backup in the place of the present data; the server may run')
    .option('--revive-ended', 'let keys and accounts live again that were ended since the backup was taken')
    .action(async (file: string, { reviveEnded = false }: { reviveEnded?: boolean }) => {
      refuseUnlessFile(resolve(file))
      const tell = (step: string) => console.error(`  ${step} ...`)
      const restore = () =>
        withOperator((operator) => operator.restore(resolve(file), { keepEnded: !reviveEnded }, tell))
      const { kept, endedSince, lost } = await restore().then(
        (restored) => ({ ...restored, lost: null }),
        (error: unknown) => restoreOverDamage(error, resolve(file), restore),
      )
      console.log(`Restored from ${file}. The previous data is kept in ${kept}.`)
      if (lost !== null) console.log(lost)
      if (endedSince.length > 0) console.log(reviveEnded ? livesAgain(endedSince) : staysEnded(endedSince))
    })
  root
    .command('verify [file]')
    .description('read every page, reference and price of the data or of a backup')
    .option('--tables', 'print how many rows each table has, too')
    .action(async (file: string | undefined, { tables = false }: { tables?: boolean }) => {
      const { place, version, rows, faults } = await (await storeLocation()).inspect(
        file === undefined ? null : resolve(file),
      )
      const counts = [...rows].map(([name, count]) => [name, String(count)])
      if (tables) console.log(formatTable(['TABLE', 'ROWS'], counts))
      if (faults.length > 0) throw new OperatorError(`${place} is damaged:\n  ${faults.join('\n  ')}`)
      const inAll = [...rows].reduce((sum, [, count]) => sum + count, 0)
      console.log(
        `${place} is sound: ${rows.size} tables, ${inAll} ${inAll === 1 ? 'row' : 'rows'} (version ${version}).`,
      )
    })
  root
    .command('migrate')
    .description('bring the data to the shape of this release; start does so too')
    .action(async () => {
      const { from, to } = await (await storeLocation()).migrate()
      console.log(from === to ? `The data are of version ${to} already.` : `Brought from version ${from} to ${to}.`)
    })
}

export function addKeyCommands(root: Command): void {
  const masterKey = root.command('master-key').description('the key that encrypts webhook secrets and second factors')
  masterKey
    .command('rotate')
    .description('encrypt all secrets with a new key; stop the servers first')
    .option('--new-key <file>', 'where P2P_MASTER_KEY is set: the file that gets the new key, or holds it')
    .action(rotateMasterKey)
  masterKey
    .command('accept')
    .description('use the present master key from now on, though the data were sealed with another that is lost')
    .action(async () => {
      const { config } = await configuration()
      const store = await openStore(config)
      try {
        await acceptKey(createSecretBox(readMasterKey(config.DATA_DIR, config.MASTER_KEY)), store)
      } finally {
        await store.close()
      }
      console.log('The present master key is accepted. Webhooks sealed with the lost one need rotate-secret.')
    })
}

/** Damaged data cannot be opened, so the backup goes into an empty database in their place. */
async function restoreOverDamage(error: unknown, file: string, restore: () => Promise<Restored>) {
  if (!(error instanceof DamagedDataError)) throw error
  const place = await storeLocation()
  const { faults } = await place.inspect(file)
  if (faults.length > 0) throw new OperatorError(`${file} is not a sound backup: ${faults.slice(0, 3).join('; ')}`)
  const aside = await place.quarantine(Date.now())
  try {
    await restore()
    return { kept: aside.path, endedSince: [], lost: endedIsLost }
  } catch (failed) {
    aside.putBack()
    throw failed
  }
}

const endedIsLost =
  'The damaged data do not say which keys and accounts were ended since this backup was taken: end them again.'

async function rotateMasterKey({ newKey }: { newKey?: string }): Promise<void> {
  const { config } = await configuration()
  if ((await connectToServer(config.DATA_DIR)) !== null)
    throw new OperatorError(`A server runs on ${config.DATA_DIR}. Stop it first: it encrypts with the present key.`)
  return withStore(config, async (store) => {
    const servers = (await store.cluster?.members.all())?.filter(({ silentMs }) => silentMs < aliveMs) ?? []
    if (servers.length > 0)
      throw new OperatorError(
        `Stop the ${servers.length} servers over these data first: they encrypt with the present key.`,
      )
    const place = { dataDir: config.DATA_DIR, configured: config.MASTER_KEY }
    const { secrets, foreign, keyFile } = await rotateKey(place, store, newKey === undefined ? null : resolve(newKey))
    console.log(`${secrets} secrets are sealed with the new key in ${keyFile}. Back it up.`)
    if (foreign > 0) console.log(`${foreign} secrets were sealed with another key that is lost, and are as they were.`)
    console.log(
      config.MASTER_KEY === undefined
        ? `Backups made before need the former key, which is kept in ${keyFile}.former.`
        : 'Set P2P_MASTER_KEY to it on all servers before they start. Backups made before need the former key.',
    )
  })
}

const storeLocation = async () => chooseStore((await configuration()).config)

/** Keep the copy, because it may hold the last intact data. */
const damagedBefore = (file: string, faults: readonly string[]): string =>
  `${file} is a whole copy of data that are damaged, and will not be restored as sound:\n  ${faults.slice(0, 20).join('\n  ')}`

const staysEnded = (ids: readonly string[]): string =>
  `Ended after this backup was taken, and still ended: ${ids.join(', ')}. (--revive-ended lets them live again.)`
const livesAgain = (ids: readonly string[]): string =>
  `Revoked after this backup was taken, and LIVE AGAIN: ${ids.join(', ')}. Revoke leaked keys.`
