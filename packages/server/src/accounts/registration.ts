import {
  highestPlan,
  type NewAccount,
  type NewAccountByLink,
  type PlanName,
  type SetupFields,
} from '@p2p-rates/contract'
import { emailTaken, invalidLink, registrationClosed } from '../base/errors/account-errors.js'
import { ApiError } from '../base/errors/api-error.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Notes } from '../base/notes.js'
import { dayMs } from '../base/time/calendar.js'
import type { Account } from './account-and-key-store.js'
import type { Keys } from './keys.js'
import type { LoggedIn } from './log-in.js'
import { reserveAuthAttempt } from './log-in-attempts.js'
import type { Invite, StoredLogin } from './login-stores.js'
import type { IssuedLink, LinkPorts } from './one-time-links.js'
import type { AccountBase, AccountContext, AccountStores } from './open-accounts.js'
import { rejectCommonPassword } from './password-rules.js'
import { linkDigestOf, linkTo, makeToken, type NewKey, randomText } from './tokens.js'

type AccountFacts = Omit<StoredLogin, 'accountId' | 'password'> &
  Pick<Account, 'plan'> & { readonly password: string; readonly network: string }

type SaveAccount = (account: Account, login: StoredLogin) => ReturnType<AccountStores['logins']['createInvited']>

/** Null if the invite or the setup link was used meanwhile. */
async function beginAccount(
  { passwords, sessions, clock }: AccountContext,
  { network, email, password, plan, isAdmin }: AccountFacts,
  save: SaveAccount,
): Promise<LoggedIn | null> {
  const id = `acc_${randomText(16)}`
  const login = { accountId: id, email, password: await passwords.digest(password), isAdmin }
  const verdict = await save({ id, name: email, plan, createdAtMs: clock.wallMs() }, login)
  if (verdict === 'taken') throw emailTaken()
  const token = verdict === 'created' ? await sessions.createSession(login, network) : null
  return token === null ? null : { login, token }
}

/**
 * Registration of accounts. With mail set up, an open server requires a mailed link. Without mail, responses reveal
 * taken addresses, so each network gets few attempts.
 */
export function createRegistration(context: AccountContext) {
  const { config, store, registrationTokens, mailLink, limits, clock } = context
  const { REGISTRATION: mode } = config
  const { logins, invites } = store

  const inviteOf = async (token: string | undefined): Promise<Invite | null> => {
    if (token === undefined) {
      if (mode !== 'open')
        throw registrationClosed('You need an invite to register on this server. Its operator can send you one.')
      if (mailLink !== null)
        throw registrationClosed('An account on this server begins with a link in a mail. Ask for one.')
      return null
    }
    const invite = await invites.find(linkDigestOf(token), clock.wallMs())
    if (invite === null) throw invalidLink('Ask for another invite.')
    return invite
  }

  const createAccount = async (network: string, wish: NewAccount, invite: Invite | null): Promise<LoggedIn | null> => {
    if ((await logins.findByEmail(wish.email)) !== null) throw emailTaken()
    if (invite === null) await reserveAuthAttempt(limits.newAccounts, network, 'newAccounts')
    const facts = { ...wish, network, plan: invite?.plan ?? 'Free', isAdmin: false }
    return beginAccount(context, facts, (account, login) =>
      invite === null ? logins.create(account, login) : logins.createInvited(account, login, invite.digest),
    )
  }

  return {
    mode,

    register: async (network: string, wish: NewAccount): Promise<LoggedIn> => {
      if (mode === 'closed') throw registrationClosed('Registration on this server is closed.')
      await reserveAuthAttempt(limits.registrations, network, 'registrations')
      const invite = await inviteOf(wish.invite)
      rejectCommonPassword(wish.password, { email: wish.email, param: 'password' })
      const begun = await createAccount(network, wish, invite)
      if (begun === null) throw invalidLink('Ask for another invite.')
      return begun
    },

    registerByLink: async (network: string, { token, password }: NewAccountByLink): Promise<LoggedIn> => {
      const email = mode === 'open' ? registrationTokens.readToken(token) : null
      // A link whose account exists was used.
      if (email === null || (await logins.findByEmail(email)) !== null) throw invalidLink('Ask for another mail.')
      rejectCommonPassword(password, { email, param: 'password' })
      const begun = await createAccount(network, { email, password }, null)
      if (begun === null) throw invalidLink('Ask for another mail.')
      return begun
    },
  }
}

/** Invites for admins. The store keeps only a digest of each link. */
export function createInvites({ config, store: { invites }, publicUrl, clock }: AccountBase) {
  return {
    list: () => invites.all(),
    create: async (wish: { plan: PlanName; note: string | null; validDays: number }) => {
      if (config.REGISTRATION === 'closed')
        throw registrationClosed('Invites need P2P_REGISTRATION=invite or open. Set it on this server and restart.')
      const { plan, note, validDays } = wish
      const token = makeToken()
      const createdAtMs = clock.wallMs()
      const invite: Invite = {
        id: `inv_${randomText(16)}`,
        digest: linkDigestOf(token),
        plan,
        note,
        createdAtMs,
        endsAtMs: createdAtMs + validDays * dayMs,
        usedAtMs: null,
      }
      await invites.save(invite)
      return { invite, link: linkTo('join', token, publicUrl()) }
    },
    delete: async (id: string): Promise<void> => {
      if (!(await invites.delete(id))) throw new ApiError({ code: 'not_found', message: 'There is no such invite.' })
    },
  }
}

const validMs = 15 * 60_000

const name = 'setup_link'

export type SetupLinkPorts = Omit<LinkPorts, 'store'> & { readonly store: Notes & Pick<AccountStores, 'logins'> }

/** Makes the link that creates the first admin. Earlier links end. The server keeps only the link's digest. */
export async function issueSetupLink({ store, publicUrl, clock }: SetupLinkPorts): Promise<IssuedLink> {
  if (await store.logins.hasAdmin()) throw new OperatorError('This server has an admin already.')
  const token = makeToken()
  const endsAtMs = clock.wallMs() + validMs
  await store.setMeta(name, `${linkDigestOf(token)} ${endsAtMs}`)
  return { link: linkTo('setup', token, publicUrl()), endsAtMs }
}

/** The setup link works once, because the store accepts only one first admin. */
export function createFirstAdminSetup(context: AccountContext, keys: Keys) {
  const { store, report, clock } = context
  const { logins } = store

  const isValid = async (token: string): Promise<boolean> => {
    const [digest, endsAtMs] = ((await store.getMeta(name)) ?? '').split(' ')
    return digest === linkDigestOf(token) && clock.wallMs() < Number(endsAtMs)
  }

  return async (network: string, wanted: SetupFields): Promise<LoggedIn & { readonly firstKey: NewKey }> => {
    if (!(await isValid(wanted.token)) || (await logins.hasAdmin())) throw invalidLink(another)
    rejectCommonPassword(wanted.password, { email: wanted.email, param: 'password' })
    const facts: AccountFacts = { ...wanted, network, plan: highestPlan, isAdmin: true }
    const begun = await beginAccount(context, facts, logins.createFirstAdmin)
    if (begun === null) throw invalidLink(another)
    const { accountId } = begun.login
    report({ event: 'account_made', accountId, network })
    return { ...begun, firstKey: await keys.create({ kind: 'owner', accountId, network }, 'first') }
  }
}

const another = 'The operator gets a new one with p2p-server setup-link.'
