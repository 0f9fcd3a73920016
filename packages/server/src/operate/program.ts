import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { createKeys, OperatorError } from '../accounts/keys.js'
import { revokeAlways } from '../accounts/revoke-always.js'
import { connectToServer } from '../admin/control-socket.js'
import { createOperator, type Operator } from '../admin/operator.js'
import { systemClock } from '../clock.js'
import { type ConfigReading, readConfig } from '../config.js'
import { openAlone } from '../store/open-alone.js'
import { refuseOtherKey } from '../store/refuse-other-key.js'
import { openReserve } from '../store/reserve.js'
import { backUp } from '../store/sqlite/copies.js'
import { openDatabase } from '../store/sqlite/database.js'
import { inspect } from '../store/sqlite/inspect.js'
import { migrate } from '../store/sqlite/migrate.js'
import { databasePathOf, openStore } from '../store/sqlite/open-store.js'
import { version } from '../version.js'
import { acceptKey, readMasterKey } from '../webhooks/master-key.js'
import { createSeal } from '../webhooks/seal.js'
import { loadEnvFile } from './env-file.js'
import { exitCodes, inWords } from './in-words.js'
import { start } from './start.js'
import { table } from './table.js'

export const runProgram = async (words: readonly string[]): Promise<number> => {
  // Data, copies and sockets are nobody else's business.
  process.umask(0o077)
  try {
    await program().parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    const { code, words: line, stack } = inWords(error)
    console.error(line)
    if (stack !== null) console.error(stack)
    return code
  }
}

const program = (): Command => {
  const root = new Command('p2p-server')
    .description(
      'Peer-to-peer USDT prices you can trust, served from your own machine. Set up by P2P_* variables and .env.',
    )
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError()

  root
    .command('start', { isDefault: true })
    .description('collect, judge and serve (the default)')
    // As the default it is also handed whatever is no command.
    .allowExcessArguments()
    .action((_, { args: [word] }: Command) =>
      word === undefined ? startServer() : root.error(`error: unknown command '${word}'; see p2p-server --help`),
    )
  root
    .command('config')
    .description('about the configuration')
    .command('check')
    .description('print every setting as it takes effect, secrets masked')
    .action(checkConfig)
  addAccountCommands(root)
  addDataCommands(root)
  addKeyCommands(root)
  return root
}

const addAccountCommands = (root: Command): void => {
  const accounts = root.command('accounts').description('who may use the service')
  accounts.command('list', { isDefault: true }).description('all accounts').action(listAccounts)
  accounts
    .command('create <name>')
    .description('a new account')
    .option('--plan <plan>', 'Free, Starter, Pro or Business', 'Free')
    .action(async (name: string, { plan }: { plan: string }) => {
      const account = await withOperator((operator) => operator.createAccount(name, plan))
      console.log(`${account.id}\t${account.plan}\t${account.name}`)
    })

  const keys = root.command('keys').description('API keys')
  keys
    .command('create')
    .description('a new key; it is shown once')
    .option('--account <id>', 'the account it belongs to; a new one when absent')
    .option('--plan <plan>', 'plan of the new account', 'Free')
    .option('--name <name>', 'name of the new account', 'default')
    .option('--label <text>', 'a note, to tell keys apart')
    .action(createKey)
  keys
    .command('list')
    .description('keys of an account')
    .requiredOption('--account <id>', 'the account')
    .action(listKeys)
  keys
    .command('revoke <key-id>')
    .description('end a key; its next request is refused')
    .action(async (keyId: string) => {
      const key = await withOperator((operator) => operator.revokeKey(keyId))
      console.log(`${key.id} (${key.prefix}...) is revoked.`)
      if (key.state !== 'recorded') console.error(revocationNotes[key.state])
    })

  root
    .command('plan')
    .description('plans of accounts')
    .command('set <account> <plan>')
    .description('change the plan; takes effect with the next request')
    .action(async (accountId: string, plan: string) => {
      const account = await withOperator((operator) => operator.setPlan(accountId, plan))
      console.log(`${account.id} is now on the ${account.plan} plan.`)
    })
}

const staysEnded = (ids: readonly string[]): string =>
  `Ended after this backup was taken, and still ended: ${ids.join(', ')}. (--revive-ended lets them live again.)`
const livesAgain = (ids: readonly string[]): string =>
  `Ended after this backup was taken, and LIVE AGAIN: ${ids.join(', ')}. Revoke what was leaked.`

const revocationNotes = {
  reserved: 'The disk takes no writes: the revocation is noted beside the data and goes on record when it does.',
  in_memory: 'The disk takes no writes at all: the key is refused while this server runs. Make room before it stops.',
} as const

const addDataCommands = (root: Command): void => {
  root
    .command('backup <file>')
    .description('write a whole, consistent copy of the data; the server may run')
    .action((file: string) => {
      const database = openDatabase(existingDatabase())
      backUp(database, resolve(file))
      database.close()
      console.log(`Backed up to ${file}. Keep the master key with it: without it webhook secrets cannot be read.`)
    })
  root
    .command('restore <file>')
    .description('put a backup in the place of the present data; the server may run')
    .option('--revive-ended', 'let keys and accounts live again that were ended since the backup was taken')
    .action(async (file: string, { reviveEnded = false }: { reviveEnded?: boolean }) => {
      const tell = (step: string) => console.error(`  ${step} ...`)
      const { kept, endedSince } = await withOperator((operator) =>
        operator.restore(resolve(file), { keepEnded: !reviveEnded }, tell),
      )
      console.log(`Restored from ${file}. What was there before is kept in ${kept}.`)
      if (endedSince.length > 0) console.log(reviveEnded ? livesAgain(endedSince) : staysEnded(endedSince))
    })
  root
    .command('verify [file]')
    .description('read every page, reference and price of the data or of a backup')
    .action((file?: string) => {
      const path = file === undefined ? existingDatabase() : resolve(file)
      const { version, rows, faults } = inspect(path)
      console.log(
        table(
          ['TABLE', 'ROWS'],
          [...rows].map(([name, count]) => [name, String(count)]),
        ),
      )
      if (faults.length > 0) throw new OperatorError(`${path} is damaged:\n  ${faults.join('\n  ')}`)
      console.log(`${path} is sound (version ${version}).`)
    })
  root
    .command('migrate')
    .description('bring the data to the shape of this release; start does so too')
    .action(() => {
      const database = openDatabase(existingDatabase())
      const { from, to } = migrate(database)
      database.close()
      console.log(from === to ? `The data are of version ${to} already.` : `Brought from version ${from} to ${to}.`)
    })
}

const addKeyCommands = (root: Command): void => {
  root
    .command('master-key')
    .description('the key that seals webhook secrets')
    .command('accept')
    .description('use the present master key from now on, though the data were sealed with another that is lost')
    .action(() => {
      const { config } = configuration()
      const { store, close } = openAlone(config)
      try {
        acceptKey(createSeal(readMasterKey(config.DATA_DIR, config.MASTER_KEY)), store)
      } finally {
        close()
      }
      console.log('The present master key is accepted. Webhooks sealed with the lost one need rotate-secret.')
    })
}

const startServer = (): Promise<void> => start(configuration())

const checkConfig = (): void => {
  const { effective, unknown } = configuration()
  console.log(
    table(
      [],
      effective.map(({ name, value, about }) => [name, value, about]),
    ),
  )
  for (const name of unknown) console.error(`warning: ${name} is not a setting of this server`)
}

const listAccounts = async (): Promise<void> => {
  const accounts = await withOperator((operator) => operator.accounts())
  console.log(
    table(
      ['ACCOUNT', 'PLAN', 'SINCE', 'NAME'],
      accounts.map(({ id, plan, name, createdAtMs }) => [id, plan, isoTime(createdAtMs), name]),
    ),
  )
}

const createKey = async (options: { account?: string; plan: string; name: string; label?: string }): Promise<void> => {
  const { key, record } = await withOperator(async (operator) => {
    const accountId = options.account ?? (await operator.createAccount(options.name, options.plan)).id
    return operator.createKey(accountId, options.label ?? null)
  })
  // The key alone on stdout, so that it can be piped to where it belongs.
  console.log(key)
  console.error(`Key ${record.id} of account ${record.accountId}. It is shown only this once.`)
}

const listKeys = async ({ account }: { account: string }): Promise<void> => {
  const keys = await withOperator((operator) => operator.keys(account))
  const state = (revokedAtMs: number | null) => (revokedAtMs === null ? 'live' : `revoked ${isoTime(revokedAtMs)}`)
  console.log(
    table(
      ['KEY', 'BEGINS', 'MADE', 'STATE', 'LABEL'],
      keys.map((key) => [
        key.id,
        `${key.prefix}...`,
        isoTime(key.createdAtMs),
        state(key.revokedAtMs),
        key.label ?? '',
      ]),
    ),
  )
}

/** Through the running server when there is one, so that it knows at once; on the data themselves otherwise. */
const withOperator = async <Result>(work: (operator: Operator) => Promise<Result>): Promise<Result> => {
  const { config } = configuration()
  const running = await connectToServer(config.DATA_DIR)
  if (running !== null) return work(running)
  const store = openStore(config.DATA_DIR)
  try {
    const directory = { forget: () => {}, accountChanged: () => {} }
    const keyStore = revokeAlways(store.keys, openReserve(config.DATA_DIR))
    await keyStore.writeDown()
    const keys = createKeys({ store: keyStore, directory, clock: systemClock })
    const restore: Operator['restore'] = async (file, { keepEnded }, tell) => {
      const seal = createSeal(readMasterKey(config.DATA_DIR, config.MASTER_KEY))
      refuseOtherKey(seal, file)
      return store.restore(file, { nowMs: systemClock.wallMs(), keepEnded, ...(tell && { tell }) })
    }
    return await work(createOperator({ keys, stateOf: keyStore.stateOf, restore }))
  } finally {
    store.close()
  }
}

const existingDatabase = (): string => {
  const path = databasePathOf(configuration().config.DATA_DIR)
  if (!existsSync(path)) throw new OperatorError(`There are no data at ${path} yet.`)
  return path
}

const configuration = (): ConfigReading => {
  loadEnvFile(process.cwd())
  return readConfig(process.env)
}

const isoTime = (ms: number): string => new Date(ms).toISOString()
