import {
  createSession,
  endAllSessions,
  endSession,
  getAccount,
  presentAccount,
  setUp,
  updateAccount,
  type WebEndpointName,
} from '@p2p-rates/contract'
import type { DescribeAccount } from '../accounts/about-account.js'
import { sessionOf, visitorOf } from '../accounts/actor.js'
import type { LogIn } from '../accounts/log-in.js'
import type { Sessions } from '../accounts/sessions.js'
import type { SetUp } from '../accounts/setup.js'
import { type ImplementationsOf, implement } from '../http/implement.js'

/** Who is logged in, and as whom. */
export function sessionEndpoints(rooms: {
  logIn: LogIn
  sessions: Pick<Sessions, 'end' | 'endAll'>
  describe: DescribeAccount
  setUp: SetUp
}): ImplementationsOf<WebEndpointName> {
  const { logIn, sessions, describe } = rooms
  return {
    'sessions.create': implement(createSession, async ({ body, actor }) => {
      const { login, token } = await logIn.logIn(visitorOf(actor).network, body)
      return { answer: presentAccount(await describe(login.accountId)), session: token }
    }),
    'setup.create': implement(setUp, async ({ body }) => {
      const { login, token } = await rooms.setUp(body)
      return { answer: presentAccount(await describe(login.accountId)), session: token }
    }),
    'sessions.end': implement(endSession, async ({ actor }) => {
      await sessions.end(sessionOf(actor))
      return { nothing: true, session: null }
    }),
    'sessions.end-all': implement(endAllSessions, async ({ actor }) => {
      await sessions.endAll(sessionOf(actor))
      return { nothing: true, session: null }
    }),
    'account.get': implement(getAccount, async ({ actor }) => ({
      answer: presentAccount(await describe(sessionOf(actor).account.id)),
    })),
    'account.update': implement(updateAccount, async ({ body, actor }) => {
      const person = sessionOf(actor)
      await logIn.changePassword(person, { current: body.current_password, wanted: body.new_password })
      return { answer: presentAccount(await describe(person.account.id)) }
    }),
  }
}
