import { highestPlan, type SetupFields } from '@p2p-rates/contract'
import { emailTaken, invalidLink } from '../base/errors/account-errors.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { CredentialStore } from './credential-store.js'
import type { LoggedIn } from './log-in.js'
import { newAccountWithLogin } from './new-account-with-login.js'
import type { NewKey } from './new-key.js'
import { linkDigestOf, linkTo, makeLinkToken } from './one-time-link.js'
import type { OwnKeys } from './own-keys.js'
import type { PasswordHasher } from './password-hasher.js'
import type { IssuedLink } from './password-resets.js'
import { rejectCommonPassword } from './password-rules.js'
import type { Sessions } from './sessions.js'

export type SetupNotes = {
  getMeta(name: string): Promise<string | null>
  setMeta(name: string, value: string): Promise<void>
}

const validMs = 15 * 60_000
const name = 'setup_link'

/** By which the first admin is made, in the place of those before. Only a digest of it is kept. */
export async function issueSetupLink(ports: {
  logins: Pick<CredentialStore, 'hasAdmin'>
  notes: SetupNotes
  publicUrl: () => string
  clock: Clock
}): Promise<IssuedLink> {
  const { logins, notes, publicUrl, clock } = ports
  if (await logins.hasAdmin()) throw new OperatorError('This server has an admin already.')
  const token = makeLinkToken()
  const endsAtMs = clock.wallMs() + validMs
  await notes.setMeta(name, `${linkDigestOf(token)} ${endsAtMs}`)
  return { link: linkTo('setup', token, publicUrl()), endsAtMs }
}

/**
 * Create the first admin for the holder of the setup link. The link works once, because the store accepts only one
 * first admin.
 */
export function createFirstAdminSetup(ports: {
  logins: CredentialStore
  notes: SetupNotes
  passwords: PasswordHasher
  sessions: Sessions
  ownKeys: Pick<OwnKeys, 'create'>
  clock: Clock
}) {
  const { logins, notes, passwords, sessions, ownKeys, clock } = ports

  const isValid = async (token: string): Promise<boolean> => {
    const [digest, endsAtMs] = ((await notes.getMeta(name)) ?? '').split(' ')
    return digest === linkDigestOf(token) && clock.wallMs() < Number(endsAtMs)
  }

  return async (network: string, wanted: SetupFields): Promise<LoggedIn & { readonly firstKey: NewKey }> => {
    if (!(await isValid(wanted.token)) || (await logins.hasAdmin())) throw invalidLink(another)
    rejectCommonPassword(wanted.password, { email: wanted.email, param: 'password' })
    const { account, login } = newAccountWithLogin({
      email: wanted.email,
      password: await passwords.digest(wanted.password),
      plan: highestPlan,
      isAdmin: true,
      createdAtMs: clock.wallMs(),
    })
    const verdict = await logins.createFirstAdmin(account, login)
    if (verdict === 'taken') throw emailTaken()
    const token = verdict === 'created' ? await sessions.createSession(login, network) : null
    if (token === null) throw invalidLink(another)
    return { login, token, firstKey: await ownKeys.create(account.id, 'first') }
  }
}

const another = 'The operator gets a new one with p2p-server setup-link.'
