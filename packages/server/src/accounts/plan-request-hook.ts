import { spawn } from 'node:child_process'
import { faultFields, type Log } from '../base/log/log.js'
import type { NotifyOperator, PlanRequest } from './plan-requests.js'

const patienceMs = 10_000

/** Runs the operator's program without a shell and without our environment, with the request as JSON on stdin. */
export const createPlanRequestHook =
  (program: string, log: Log, timeoutMs = patienceMs): NotifyOperator =>
  async (request) => {
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
