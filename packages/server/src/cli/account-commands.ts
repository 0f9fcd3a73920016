import type { Command } from 'commander'
import type { KeyView } from './operator.js'
import { formatTable } from './terminal-output.js'
import { withOperator, withPropagation } from './with-operator.js'

export function addAccountCommands(root: Command): void {
  const accounts = root.command('accounts').description('who may use the service')
  accounts
    .command('list', { isDefault: true })
    .description('all accounts')
    .option('--json', 'as JSON, for programs')
    .action(listAccounts)
  accounts
    .command('create <name>')
    .description('a new account')
    .option('--plan <plan>', 'Free, Starter, Pro or Business', 'Free')
    .action(async (name: string, { plan }: { plan: string }) => {
      const account = await withOperator((operator) => operator.createAccount(name, plan))
      console.log(formatTable(['ACCOUNT', 'PLAN', 'NAME'], [[account.id, account.plan, account.name]]))
    })
  accounts
    .command('delete <account>')
    .description('end all keys of an account, delete its webhooks and its name; counted usage stays')
    .action(async (accountId: string) => {
      const [keys, acted] = await withPropagation((operator) => operator.deleteAccount(accountId))
      console.log(`${accountId} is deleted, with ${keys.length} keys ended.${acted}`)
    })
  accounts
    .command('remove-second-factor')
    .description('let someone who lost the app and the recovery codes log in with the password alone')
    .requiredOption('--email <address>', 'with which they log in')
    .action(async ({ email }: { email: string }) => {
      await withOperator((operator) => operator.removeSecondFactor(email))
      console.log(`The password alone logs in with ${email} now.`)
    })

  root
    .command('setup-link')
    .description('a new link that makes the first admin; for 15 minutes, once')
    .action(async () => {
      console.log((await withOperator((operator) => operator.setupLink())).link)
    })
  root
    .command('reset-link')
    .description('create a single-use link to set a new password, valid for 1 hour')
    .requiredOption('--email <address>', 'with which they log in')
    .action(async ({ email }: { email: string }) => {
      console.log((await withOperator((operator) => operator.resetLink(email))).link)
    })
}

export function addKeyAndPlanCommands(root: Command): void {
  const keys = root.command('keys').description('API keys')
  keys
    .command('create')
    .description('a new key; it is shown once')
    .option('--account <id>', 'the account it belongs to; a new one when absent')
    .option('--plan <plan>', 'plan of the new account', 'Free')
    .option('--name <name>', 'name of the new account', 'default')
    .option('--label <text>', 'a note that distinguishes keys')
    .action(createKey)
  keys
    .command('list')
    .description('all keys, or those of an account')
    .option('--account <id>', 'only those of this account')
    .option('--json', 'as JSON, for programs')
    .action(listKeys)
  keys
    .command('revoke <key-id>')
    .description('end a key; its next request is refused')
    .action(async (keyId: string) => {
      const [key, acted] = await withPropagation((operator) => operator.revokeKey(keyId))
      console.log(`${key.id} (${key.prefix}...) is revoked.${acted}`)
      if (key.state !== 'recorded') console.error(revocationNotes[key.state])
    })

  root
    .command('plan')
    .description('plans of accounts')
    .command('set <account> <plan>')
    .description('change the plan; takes effect with the next request')
    .action(async (accountId: string, plan: string) => {
      const [account, acted] = await withPropagation((operator) => operator.setPlan(accountId, plan))
      console.log(`${account.id} is now on the ${account.plan} plan.${acted}`)
    })
}

const revocationNotes = {
  reserved:
    'The disk rejects writes: the revocation is saved in a separate file and stored as soon as the disk accepts writes.',
  in_memory: 'The disk takes no writes at all: the key is refused while this server runs. Make room before it stops.',
} as const

async function listAccounts({ json = false }: { json?: boolean }): Promise<void> {
  const [accounts, keys] = await withOperator((operator) => Promise.all([operator.accounts(), operator.keys(null)]))
  const rows = accounts.map(({ id, plan, name, createdAtMs }) => {
    const own = keys.filter(({ accountId }) => accountId === id)
    return {
      id,
      plan,
      created_at: isoTime(createdAtMs),
      live_keys: own.filter(({ revokedAtMs }) => revokedAtMs === null).length,
      last_used_on: own.reduce<string | null>((last, { lastUsedOn }) => later(last, lastUsedOn), null),
      name,
    }
  })
  if (json) return console.log(JSON.stringify(rows, null, 2))
  if (rows.length === 0)
    return console.log('There are no accounts yet: p2p-server keys create --plan Pro --name "My desk"')
  console.log(
    formatTable(
      ['ACCOUNT', 'PLAN', 'SINCE', 'KEYS', 'LAST USE', 'NAME'],
      rows.map((row) => [
        row.id,
        row.plan,
        row.created_at.slice(0, 10),
        String(row.live_keys),
        row.last_used_on ?? 'never',
        row.name,
      ]),
    ),
  )
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

async function createKey(options: { account?: string; plan: string; name: string; label?: string }): Promise<void> {
  const { key, record } = await withOperator(async (operator) => {
    const accountId = options.account ?? (await operator.createAccount(options.name, options.plan)).id
    return operator.createKey(accountId, options.label ?? null)
  })
  // Only the key goes to stdout, so that it can be piped.
  console.log(key)
  const isNew = options.account === undefined ? ', which is new' : ''
  console.error(`Key ${record.id} of account ${record.accountId}${isNew}. It is shown only this once.`)
}

async function listKeys({ account, json = false }: { account?: string; json?: boolean }): Promise<void> {
  const keys = await withOperator((operator) => operator.keys(account ?? null))
  if (json) return console.log(JSON.stringify(keys.map(keyRow), null, 2))
  if (keys.length === 0) return console.log('There are no keys yet: p2p-server keys create --plan Pro')
  console.log(
    formatTable(
      ['KEY', 'BEGINS', 'ACCOUNT', 'MADE', 'LAST USE', 'STATE', 'LABEL'],
      keys.map((key) => [
        key.id,
        `${key.prefix}...`,
        key.accountId,
        isoTime(key.createdAtMs).slice(0, 10),
        key.lastUsedOn ?? 'never',
        key.revokedAtMs === null ? 'live' : `revoked ${isoTime(key.revokedAtMs).slice(0, 10)}`,
        key.label ?? '',
      ]),
    ),
  )
}

const keyRow = (key: KeyView) => ({
  id: key.id,
  prefix: key.prefix,
  account_id: key.accountId,
  label: key.label,
  created_at: isoTime(key.createdAtMs),
  revoked_at: key.revokedAtMs === null ? null : isoTime(key.revokedAtMs),
  last_used_on: key.lastUsedOn,
})

const isoTime = (ms: number): string => new Date(ms).toISOString()
