import { highestPlan, type SetupFields } from '@p2p-rates/contract'
import { OperatorError } from '../errors/operator-error.js'
import { emailTaken, invalidLink } from '../errors/people.js'
import type { Clock } from '../time/clock.js'
import { linkDigestOf, linkTo, makeLinkToken } from './link.js'
import type { LoggedIn } from './log-in.js'
import { createLoginRow } from './login-row.js'
import type { LoginStore } from './login-store.js'
import type { NewKey } from './new-key.js'
import type { OwnKeys } from './own-keys.js'
import type { HandedLink } from './password-resets.js'
import { refuseCommon } from './password-rules.js'
import type { Passwords } from './passwords.js'
import type { Sessions } from './sessions.js'

export type SetupNotes = {
  getNote(name: string): Promise<string | null>
  setNote(name: string, value: string): Promise<void>
}

const validMs = 15 * 60_000
const name = 'setup_link'

/** By which the first admin is made, in the place of those before. Only a digest of it is kept. */
export async function offerSetup(ports: {
  logins: Pick<LoginStore, 'hasAdmin'>
  notes: SetupNotes
  publicUrl: () => string
  clock: Clock
}): Promise<HandedLink> {
  const { logins, notes, publicUrl, clock } = ports
  if (await logins.hasAdmin()) throw new OperatorError('This server has an admin already.')
  const token = makeLinkToken()
  const endsAtMs = clock.wallMs() + validMs
  await notes.setNote(name, `${linkDigestOf(token)} ${endsAtMs}`)
  return { link: linkTo('setup', token, publicUrl()), endsAtMs }
}

/**
 * Create the first admin for the holder of the setup link. The link works once, because the store accepts only one
 * first admin.
 */
export function createSetup(ports: {
  logins: LoginStore
  notes: SetupNotes
  passwords: Passwords
  sessions: Sessions
  ownKeys: Pick<OwnKeys, 'create'>
  clock: Clock
}) {
  const { logins, notes, passwords, sessions, ownKeys, clock } = ports

  const isValid = async (token: string): Promise<boolean> => {
    const [digest, endsAtMs] = ((await notes.getNote(name)) ?? '').split(' ')
    return digest === linkDigestOf(token) && clock.wallMs() < Number(endsAtMs)
  }

  return async (network: string, wanted: SetupFields): Promise<LoggedIn & { readonly firstKey: NewKey }> => {
    if (!(await isValid(wanted.token)) || (await logins.hasAdmin())) throw invalidLink(another)
    refuseCommon(wanted.password, { email: wanted.email, param: 'password' })
    const { account, login } = createLoginRow({
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
