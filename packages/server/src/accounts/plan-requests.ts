import { spawn } from 'node:child_process'
import type { PlanName } from '@p2p-rates/contract'
import { noSession } from '../base/errors/account-errors.js'
import { faultFields, type Log } from '../base/log/log.js'
import { reserveAuthAttempt } from './log-in-attempts.js'
import type { AccountBase, AccountContext } from './open-accounts.js'
import type { SecondFactors } from './second-factors.js'

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
export function createPlanRequests({ config, limits, log, clock }: AccountContext, describe: DescribeAccount) {
  const contact = config.PLAN_CONTACT ?? null
  const notifyOperator =
    config.ON_PLAN_REQUEST === undefined ? null : createPlanRequestHook(config.ON_PLAN_REQUEST, log)
  return async (accountId: string, wish: { plan: PlanName; note: string | null }) => {
    if (notifyOperator === null) return { told: false, contact }
    await reserveAuthAttempt(limits.planRequests, accountId, 'planRequests')
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

export function createDescribeAccount(context: AccountBase, secondFactors: SecondFactors) {
  const { store, config, clock, calendar } = context
  return async (accountId: string) => {
    const [account, login] = await Promise.all([store.keys.findAccount(accountId), store.logins.find(accountId)])
    // It was deleted a moment ago, and its sessions with it.
    if (account === null || login === null) throw noSession()
    const counted = new Map(await store.usage.countedByMonth(accountId))
    return {
      id: account.id,
      email: login.email,
      isAdmin: login.isAdmin,
      createdAtMs: account.createdAtMs,
      plan: account.plan,
      limits: config.PLANS[account.plan],
      usedThisMonth: counted.get(calendar.month(clock.wallMs())) ?? 0,
      hasSecondFactor: await secondFactors.isOn(accountId),
      takesPlanRequests: config.ON_PLAN_REQUEST !== undefined || config.PLAN_CONTACT !== undefined,
    }
  }
}

export type DescribeAccount = ReturnType<typeof createDescribeAccount>
