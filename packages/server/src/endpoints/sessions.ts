import {
  createAccount,
  createSession,
  createSessionByLink,
  endAllSessions,
  endSession,
  getRegistration,
  mailReset,
  presentAccount,
  presentCreatedKey,
  presentRegistration,
  setUp,
} from '@p2p-rates/contract'
import type { AccountRoom } from '../accounts/account-room.js'
import { sessionOf, visitorOf } from '../accounts/actor.js'
import type { LoggedIn } from '../accounts/log-in.js'
import { type ImplementationsOf, implement } from '../http/implement.js'

type SessionEndpointName =
  | 'sessions.create'
  | 'sessions.create-by-link'
  | 'sessions.end'
  | 'sessions.end-all'
  | 'setup.create'
  | 'registration.get'
  | 'accounts.create'
  | 'reset-mails.create'

/** How sessions begin and end. */
export function sessionEndpoints(rooms: AccountRoom): ImplementationsOf<SessionEndpointName> {
  const { logIn, sessions, registration, resetMails, describe } = rooms
  const answerTo = async ({ login, token }: LoggedIn) => ({
    answer: presentAccount(await describe(login.accountId)),
    session: token,
  })
  return {
    'sessions.create': implement(createSession, async ({ body, actor }) =>
      answerTo(await logIn.logIn(visitorOf(actor).network, body)),
    ),
    'sessions.create-by-link': implement(createSessionByLink, async ({ body, actor }) =>
      answerTo(await logIn.logInByLink(visitorOf(actor).network, body.token)),
    ),
    'setup.create': implement(setUp, async ({ body, actor }) => {
      const made = await rooms.setUp(visitorOf(actor).network, body)
      const { answer, session } = await answerTo(made)
      return { answer: { ...answer, first_key: presentCreatedKey(made.firstKey.record, made.firstKey.key) }, session }
    }),
    'registration.get': implement(getRegistration, () => ({
      answer: presentRegistration(registration.mode, resetMails.areMailed),
    })),
    'accounts.create': implement(createAccount, async ({ body, actor }) =>
      answerTo(await registration.register(visitorOf(actor).network, body)),
    ),
    'reset-mails.create': implement(mailReset, async ({ body, actor }) => {
      await resetMails.ask(visitorOf(actor).network, body.email)
      return { nothing: true }
    }),
    'sessions.end': implement(endSession, async ({ actor }) => {
      await sessions.end(sessionOf(actor))
      return { nothing: true, session: null }
    }),
    'sessions.end-all': implement(endAllSessions, async ({ actor }) => {
      await sessions.endAll(sessionOf(actor).account.id)
      return { nothing: true, session: null }
    }),
  }
}
