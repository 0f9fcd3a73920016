import { z } from 'zod'
import { id } from '../common-inputs.js'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { accountSchema, exampleAccount } from './account.js'
import { email, factorCode, linkToken, optional, password } from './person-inputs.js'
import { exampleSessions, sessionListSchema } from './session-shape.js'

const nothing = { answer: z.undefined(), example: undefined, status: 204 } as const

export const createSession = defineEndpoint({
  name: 'sessions.create',
  method: 'POST',
  root: webPrefix,
  path: '/sessions',
  access: { kind: 'visitor' },
  summary: 'Log in',
  description:
    'Begins a session, whose cookie comes with the answer. It ends 30 days after its last use, and 90 days after the log-in at the latest; the session that this browser had before ends at once, and so does the oldest of more than ten. A wrong password and an unknown address are told in the same words and the same time. An account with a second factor needs a `code`: without one the answer to the right password is `code_required`. A code works once; five wrong ones are heard in 15 minutes.',
  body: { email, password: password('The password of the account.'), code: optional(factorCode) },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['wrong_login', 'code_required', 'wrong_code', 'storage_unavailable'],
})

export const createSessionByLink = defineEndpoint({
  name: 'sessions.create-by-link',
  method: 'POST',
  root: webPrefix,
  path: '/sessions/by-link',
  access: { kind: 'visitor' },
  summary: 'Log in by a link',
  description: 'Takes the link that `p2p demo` prints, once, and begins a session as a password does.',
  body: { token: linkToken('What stands after the # of the link.') },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['invalid_link', 'storage_unavailable'],
})

export const endSession = defineEndpoint({
  ...nothing,
  name: 'sessions.end',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/current',
  access: { kind: 'session' },
  summary: 'Log out',
  description: 'Ends this session.',
  errors: ['storage_unavailable'],
})

export const listSessions = defineEndpoint({
  name: 'sessions.list',
  method: 'GET',
  root: webPrefix,
  path: '/sessions',
  access: { kind: 'session' },
  summary: 'Where you are logged in',
  description:
    'The live sessions of the account, and its latest log-ins: at most 20 successful and 20 failed ones of the last 90 days. The last part of each address is left out.',
  answer: sessionListSchema,
  example: exampleSessions,
})

export const endOneSession = defineEndpoint({
  ...nothing,
  name: 'sessions.end-one',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/{id}',
  access: { kind: 'session' },
  summary: 'End a session',
  description: 'Ends one session of the account, by its id in the list.',
  params: { id: id('session') },
  errors: ['storage_unavailable'],
})

export const endOtherSessions = defineEndpoint({
  ...nothing,
  name: 'sessions.end-others',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/others',
  access: { kind: 'session' },
  summary: 'Log out everywhere else',
  description: 'Ends all sessions of the account but this one.',
  errors: ['storage_unavailable'],
})

export const endAllSessions = defineEndpoint({
  ...nothing,
  name: 'sessions.end-all',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions',
  access: { kind: 'session' },
  summary: 'Log out everywhere',
  description: 'Ends all sessions of the account, this one as well.',
  errors: ['storage_unavailable'],
})
