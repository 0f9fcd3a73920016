import { z } from 'zod'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
import { accountSchema, exampleAccount } from './account.js'
import { email, linkToken, password } from './person-inputs.js'

const nothing = { answer: z.undefined(), example: undefined, status: 204 } as const

export const createSession = defineEndpoint({
  name: 'sessions.create',
  method: 'POST',
  root: webPrefix,
  path: '/sessions',
  access: { kind: 'visitor' },
  summary: 'Log in',
  description:
    'Begins a session, whose cookie comes with the answer. It ends 30 days after its last use, and 90 days after the log-in at the latest; the session that this browser had before ends at once, and so does the oldest of more than ten. A wrong password and an unknown address are told in the same words and the same time.',
  body: { email, password: password('The password of the account.') },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['wrong_login', 'storage_unavailable'],
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
