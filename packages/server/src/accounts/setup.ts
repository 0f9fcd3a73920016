import { hash, randomBytes } from 'node:crypto'
import { ApiError } from '../refusals/api-error.js'
import { OperatorError } from '../refusals/operator-error.js'
import type { Clock } from '../time/clock.js'
import { randomText } from './key-format.js'
import type { LoggedIn } from './log-in.js'
import type { LoginStore } from './login-store.js'
import type { Passwords } from './passwords.js'
import type { Sessions } from './sessions.js'

/** Short remarks that are kept with the data. */
type SetupNotes = { note(name: string): Promise<string | null>; setNote(name: string, value: string): Promise<void> }

const validMs = 15 * 60_000
const name = 'setup_link'

export type SetupToken = { readonly token: string; readonly endsAtMs: number }

/** A new token, in the place of those before. Only a digest of it is kept. */
export async function offerSetup(ports: {
  logins: Pick<LoginStore, 'hasAdmin'>
  notes: SetupNotes
  clock: Clock
}): Promise<SetupToken> {
  const { logins, notes, clock } = ports
  if (await logins.hasAdmin()) throw new OperatorError('This server has an admin already.')
  const token = randomBytes(32).toString('base64url')
  const endsAtMs = clock.wallMs() + validMs
  await notes.setNote(name, `${hash('sha256', token)} ${endsAtMs}`)
  return { token, endsAtMs }
}

/** Makes the first admin of whoever holds the link. The store lets one of two at once through, so a link works once. */
export function createSetup(ports: {
  logins: LoginStore
  notes: SetupNotes
  passwords: Passwords
  sessions: Sessions
  clock: Clock
}) {
  const { logins, notes, passwords, sessions, clock } = ports

  const isValid = async (token: string): Promise<boolean> => {
    const [digest, endsAtMs] = ((await notes.note(name)) ?? '').split(' ')
    return digest === hash('sha256', token) && clock.wallMs() < Number(endsAtMs)
  }

  return async (wanted: { token: string; email: string; password: string }): Promise<LoggedIn> => {
    if (!(await isValid(wanted.token)) || (await logins.hasAdmin())) throw invalidLink()
    const accountId = `acc_${randomText(16)}`
    const password = await passwords.digest(wanted.password)
    const login = { accountId, email: wanted.email, password, isAdmin: true }
    const account = { id: accountId, name: wanted.email, plan: 'Free' as const, createdAtMs: clock.wallMs() }
    const verdict = await logins.createFirstAdmin(account, login)
    if (verdict === 'taken')
      throw new ApiError({ code: 'email_taken', message: 'Somebody has this address already.', param: 'email' })
    const token = verdict === 'created' ? await sessions.begin(login) : null
    if (token === null) throw invalidLink()
    return { login, token }
  }
}

export type SetUp = ReturnType<typeof createSetup>

const invalidLink = () =>
  new ApiError({
    code: 'invalid_link',
    message: 'This link was used, or is too old. The operator gets a new one with p2p-server setup-link.',
  })
