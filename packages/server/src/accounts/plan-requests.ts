import { spawn } from 'node:child_process'
import type { PlanName } from '@p2p-rates/contract'
import type { Config } from '../base/config.js'
import { faultFields, type Log } from '../base/log/log.js'
import type { Clock } from '../base/time/clock.js'
import type { DescribeAccount } from './describe-account.js'
import { type AttemptCounter, reserveAuthAttempt } from './log-in-attempts.js'

const patienceMs = 10_000

/** Runs the operator's program without a shell and without our environment, with the request as JSON on stdin. */
export const createPlanRequestHook =
  (program: string, log: Log, timeoutMs = patienceMs) =>
  async (request: PlanRequest): Promise<boolean> => {
    try {
      await run(program, request, timeoutMs)
      return true
    } catch (error) {
      log.error('P2P_ON_PLAN_REQUEST has failed', faultFields(error))
      return false
    }
  }

const run = (program: string, request: PlanRequest, timeoutMs: number): Promise<void> =>
  new Promise((done, fail) => {
    const { PATH = '', HOME = '', LANG = '' } = process.env
    const child = spawn(program, [], {
      env: { PATH, HOME, LANG },
      stdio: ['pipe', 'ignore', 'ignore'],
      shell: false,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    child.on('error', fail)
    child.on('close', (code, signal) => {
      if (code === 0) done()
      else fail(new Error(signal === null ? `It ended with ${code}.` : `It was ended by ${signal}.`))
    })
    // A program that ignores stdin may still succeed.
    child.stdin.on('error', () => {})
    child.stdin.end(`${JSON.stringify(request)}\n`)
  })

export type PlanRequest = {
  readonly account_id: string
  readonly email: string
  readonly plan: PlanName
  readonly wanted_plan: PlanName
  readonly note: string | null
  readonly at: string
}

/** Plan requests go to the operator, because no payment is built in. */
export function createPlanRequests(ports: {
  describe: DescribeAccount
  config: Pick<Config, 'ON_PLAN_REQUEST' | 'PLAN_CONTACT'>
  attempts: AttemptCounter
  clock: Clock
  log: Log
}) {
  const { describe, config, attempts, clock, log } = ports
  const contact = config.PLAN_CONTACT ?? null
  const notifyOperator =
    config.ON_PLAN_REQUEST === undefined ? null : createPlanRequestHook(config.ON_PLAN_REQUEST, log)
  return async (accountId: string, wish: { plan: PlanName; note: string | null }) => {
    if (notifyOperator === null) return { told: false, contact }
    await reserveAuthAttempt(attempts, accountId, 'planRequests')
    const { email, plan } = await describe(accountId)
    const told = await notifyOperator({
      account_id: accountId,
      email,
      plan,
      wanted_plan: wish.plan,
      note: wish.note,
      at: new Date(clock.wallMs()).toISOString(),
    })
    return { told, contact }
  }
}
