import {
  createAccount,
  createAccountByLink,
  createSession,
  createSessionByLink,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  getRegistration,
  listSessions,
  mailRegistration,
  mailReset,
  setUp,
  toAccountResponse,
  toCreatedKeyResponse,
  toRegistrationResponse,
  toSessionsResponse,
  type WebEndpointName,
} from '@p2p-rates/contract'
import { sessionOf, visitorOf } from '../../accounts/actor.js'
import type { LoggedIn } from '../../accounts/log-in.js'
import { sessionIdOf } from '../../accounts/login-stores.js'
import type { AccountService } from '../../accounts/open-accounts.js'
import { byHolder } from '../../accounts/security-events.js'
import { maskedAddress } from '../../accounts/usage/recent-requests.js'
import { ApiError } from '../../base/errors/api-error.js'
import { done, handle, type ImplementationsOf } from '../route-handler.js'

export function sessionEndpoints(
  accountService: AccountService,
): ImplementationsOf<Extract<WebEndpointName, `sessions.${string}`>> {
  const { logIn, logInRecord, sessions, report } = accountService
  return {
    'sessions.create': handle(createSession, async ({ body, actor }) => {
      const { network } = visitorOf(actor)
      return enter(accountService, await logIn.logIn(network, body), network)
    }),
    'sessions.create-by-link': handle(createSessionByLink, async ({ body, actor }) => {
      const { network } = visitorOf(actor)
      return enter(accountService, await logIn.logInByLink(network, body.token), network)
    }),
    'sessions.list': handle(listSessions, async ({ actor }) => {
      const { account, sessionId } = sessionOf(actor)
      const [own, logIns] = await Promise.all([sessions.list(account.id), logInRecord.list(account.id)])
      return {
        answer: toSessionsResponse({
          sessions: own.map((session) => ({
            ...masked(session),
            id: sessionIdOf(session),
            isCurrent: session.digest === sessionId,
          })),
          logIns: logIns.map(masked),
        }),
      }
    }),
    'sessions.end': handle(endSession, async ({ actor }) => {
      const person = sessionOf(actor)
      await sessions.end(person)
      report({ event: 'log_out', ...byHolder(person) })
      return { nothing: true, session: null }
    }),
    'sessions.end-all': handle(endAllSessions, async ({ actor }) => {
      const person = sessionOf(actor)
      await sessions.endAll(person.account.id)
      report({ event: 'sessions_ended', ...byHolder(person) })
      return { nothing: true, session: null }
    }),
    // Before the path with an id, which would take `others` for one.
    'sessions.end-others': handle(endOtherSessions, async ({ actor }) => {
      const person = sessionOf(actor)
      await sessions.endOthers(person)
      report({ event: 'sessions_ended', ...byHolder(person) })
      return { nothing: true }
    }),
    'sessions.end-one': handle(endOneSession, async ({ actor, params }) => {
      const person = sessionOf(actor)
      if (!(await sessions.endOne(person.account.id, params.id)))
        throw new ApiError({ code: 'not_found', message: 'Your account has no such session.' })
      report({ event: 'sessions_ended', ...byHolder(person) })
      return { nothing: true }
    }),
  }
}

type RegistrationEndpointName = Extract<
  WebEndpointName,
  'setup.create' | `registration.${string}` | `accounts.${string}` | 'registration-mails.create' | 'reset-mails.create'
>

export function registrationEndpoints(accountService: AccountService): ImplementationsOf<RegistrationEndpointName> {
  const { registration, mailedLinks, report } = accountService
  return {
    'setup.create': handle(setUp, async ({ body, actor }) => {
      const { network } = visitorOf(actor)
      const made = await accountService.setUp(network, body)
      const { record, key } = made.firstKey
      const { answer, session } = await enter(accountService, made, network)
      return { answer: { ...answer, first_key: toCreatedKeyResponse(record, key) }, session }
    }),
    'registration.get': handle(getRegistration, () => ({
      answer: toRegistrationResponse(registration.mode, mailedLinks.isMailEnabled),
    })),
    'accounts.create': handle(createAccount, async ({ body, actor }) => {
      const { network } = visitorOf(actor)
      const made = await registration.register(network, body)
      report({ event: 'account_made', accountId: made.login.accountId, network })
      return enter(accountService, made, network)
    }),
    'accounts.create-by-link': handle(createAccountByLink, async ({ body, actor }) => {
      const { network } = visitorOf(actor)
      const made = await registration.registerByLink(network, body)
      report({ event: 'account_made', accountId: made.login.accountId, network })
      return enter(accountService, made, network)
    }),
    'registration-mails.create': handle(mailRegistration, ({ body, actor }) =>
      done(mailedLinks.requestAccount(visitorOf(actor).network, body)),
    ),
    'reset-mails.create': handle(mailReset, ({ body, actor }) =>
      done(mailedLinks.requestReset(visitorOf(actor).network, body)),
    ),
  }
}

async function enter({ logInRecord, describe }: AccountService, { login, token }: LoggedIn, network: string) {
  await logInRecord.succeeded(login.accountId, network)
  return { answer: toAccountResponse(await describe(login.accountId)), session: token }
}

const masked = <Fact extends { readonly network: string }>(fact: Fact) => ({
  ...fact,
  network: fact.network === '' ? null : maskedAddress(fact.network),
})
