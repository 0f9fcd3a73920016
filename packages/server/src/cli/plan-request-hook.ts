import { spawn } from 'node:child_process'
import type { PlanRequest, TellOperator } from '../accounts/plan-requests.js'
import { faultFields, type Log } from '../log/log.js'

const patienceMs = 10_000

/** Runs the operator's own program, without a shell and without our settings, with the request as JSON on its standard input. */
export const createPlanRequestHook =
  (program: string, log: Log, timeoutMs = patienceMs): TellOperator =>
  async (request) => {
    try {
      await run(program, request, timeoutMs)
      return true
    } catch (error) {
      log.error('P2P_ON_PLAN_REQUEST has failed', faultFields(error))
      return false
    }
  }

/** What it prints is nobody's business; how it ends is. */
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
    // One that reads nothing may still have done its work.
    child.stdin.on('error', () => {})
    child.stdin.end(`${JSON.stringify(request)}\n`)
  })
