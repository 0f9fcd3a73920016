import { type ErrorCode, errorStatus } from '@p2p-rates/contract'
import { ApiError, retryAfter } from './api-error.js'

/** Every reason for an answer 429, with its code and message. `{most}` is the number that is allowed. */
const reasons = {
  minute: ['rate_limited', 'The per-minute limit of this account is exceeded.'],
  month: ['quota_exceeded', 'The monthly quota of this account is used up.'],
  atOnce: ['rate_limited', 'At most {most} requests of an account are answered at the same time.'],
  notCounted: ['rate_limited', 'The requests of this account cannot be counted at the moment.'],
  streamsOfKey: ['stream_limit', 'Your plan allows {most} open streams.'],
  streamsOfSession: ['stream_limit', 'The pages of your account have at most {most} open streams.'],
  streamsOfVisitor: ['stream_limit', 'Visitors of one address have {most} open streams.'],
  wrongKeys: ['rate_limited', 'Too many requests with a wrong key came from this address.'],
  wrongPasswords: ['rate_limited', 'Too many wrong passwords. Wait before you try again.'],
  registrations: ['rate_limited', 'Too many attempts to register. Wait before you try again.'],
  newAccounts: ['rate_limited', 'Enough accounts were made from your network today.'],
  planRequests: ['rate_limited', 'You have asked for a plan often enough. Wait before you ask again.'],
  mails: ['rate_limited', 'Enough mails have been asked for. Wait before you ask again.'],
  manualSends: ['rate_limited', 'A webhook can be tested or sent to by hand {most} times an hour.'],
  agentSignatures: ['rate_limited', 'Too many wrong signatures came from this address.'],
  agentPolls: ['rate_limited', 'It waits for too many tasks at once.'],
  agentAnswers: ['rate_limited', 'It brings too many answers at once.'],
} as const satisfies Record<string, readonly [code: ErrorCode, message: string]>

export type TooManyReason = keyof typeof reasons

/** The refusal of a request for this reason. The client may try again after `waitSeconds`. */
export const tooMany = (reason: TooManyReason, waitSeconds: number, most?: number): ApiError =>
  new ApiError(tooManyProblem(reason, most), retryAfter(waitSeconds))

/** Code and message alone, for the limiter: an error with its stack would cost more than the decision. */
export function tooManyProblem(reason: TooManyReason, most = 0) {
  const [code, message] = reasons[reason]
  return { code, message: message.replace('{most}', String(most)) }
}

export const tooManyStatus = errorStatus('rate_limited')
