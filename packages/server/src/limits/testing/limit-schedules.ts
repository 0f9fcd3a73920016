import { createRandom } from '@p2p-rates/core/internal'
import { createCalendar } from '../../base/time/calendar.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { type Admitted, type LimitView, maxAtOnce } from '../limiter.js'
import { createMemoryLimiter } from '../memory-limiter.js'

export const runLimitSchedules = async ({ seed, schedules }: { seed: number; schedules: number }) => {
  const random = createRandom(seed).below
  let decisions = 0
  let wrong = 0
  for (let schedule = 0; schedule < schedules; schedule++) {
    const outcome = await runOne(random)
    decisions += outcome.decisions
    wrong += outcome.wrong
  }
  return { decisions, wrong }
}

type Below = (limit: number) => number

const runOne = async (random: Below) => {
  const startMs = random(3) === 0 ? Date.UTC(2027, random(12), 1) - random(90_000) : Date.UTC(2026, 10, 21, 12)
  const clock = createFakeClock(startMs)
  const calendar = createCalendar()
  const limiter = createMemoryLimiter({ clock, calendar, countedByMonth: async () => [] })
  const someLimits = () => ({ requestsPerMinute: 1 + random(12), monthlyQuota: 1 + random(60) })
  const account = { id: 'acc_1', limits: someLimits() }
  const neighbour = { id: 'acc_2', limits: someLimits() }
  const session = { id: 'acc_1', limits: someLimits() }
  for (const one of [account, neighbour]) await limiter.viewLimits(one)

  const admittedAt: number[] = []
  const countedBy = new Map<string, number>()
  const open: { admission: Admitted; month: string; held: boolean; atMs: number }[] = []
  const monthNow = () => new Date(clock.wallMs()).toISOString().slice(0, 7)
  const takenIn = (month: string) =>
    (countedBy.get(month) ?? 0) + open.filter((request) => request.held && request.month === month).length

  let wrong = 0
  const judge = (view: LimitView) => {
    const { requestsPerMinute, monthlyQuota } = account.limits
    const taken = admittedAt.filter((time) => time > clock.monoMs() - 60_000).length
    if (view.minuteRemaining !== Math.max(0, requestsPerMinute - taken)) wrong += 1
    if (view.quotaRemaining !== Math.max(0, monthlyQuota - takenIn(monthNow()))) wrong += 1
  }

  const answerOne = () => {
    const [request] = open.splice(random(open.length), 1)
    if (request === undefined) return
    const cost = (['month', 'month', 'minute', 'minute', 'nothing'] as const)[random(5)] ?? 'month'
    const view = { ...request.admission.charge(cost) }
    if (request.held && cost === 'month') countedBy.set(request.month, (countedBy.get(request.month) ?? 0) + 1)
    if (cost === 'nothing') admittedAt.splice(admittedAt.lastIndexOf(request.atMs), 1)
    judge(view)
  }

  let decisions = 0
  const steps = 10 + random(45)
  for (let step = 0; step < steps; step++) {
    clock.advance(random(4) === 0 ? random(70_000) : random(3_000))
    if (random(25) === 0) clock.setWall(clock.wallMs() + (random(7_200_000) - 3_600_000))
    if (random(15) === 0) account.limits = someLimits()
    if (random(3) === 0) answerOne()
    if (random(4) === 0) limiter.admitRequest(neighbour, 'binding')
    if (random(4) === 0) limiter.admitRequest(session, 'exempt')

    const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = account.limits
    const blockedByQuota = random(5) > 0
    const month = monthNow()
    const hasQuota = takenIn(month) < perMonth
    const inWindow = admittedAt.filter((time) => time > clock.monoMs() - 60_000).length
    const isCrowded = open.length >= maxAtOnce
    const expected =
      blockedByQuota && !hasQuota ? 'quota_exceeded' : inWindow >= perMinute || isCrowded ? 'rate_limited' : 'admitted'

    const admission = atOnce(limiter.admitRequest(account, blockedByQuota ? 'binding' : 'counted'))
    decisions += 1
    if ((admission.admitted ? 'admitted' : admission.code) !== expected) wrong += 1
    if (admission.admitted) {
      admittedAt.push(clock.monoMs())
      open.push({ admission, month, held: hasQuota, atMs: clock.monoMs() })
    } else if (
      admission.code === 'rate_limited' &&
      inWindow >= perMinute &&
      tooEarly(admittedAt, perMinute, clock.monoMs(), admission.retryAfterSeconds)
    )
      wrong += 1

    judge(admission.admitted ? atOnce(limiter.viewLimits(account)).view : admission.view)
  }
  while (open.length > 0) answerOne()
  return { decisions, wrong }
}

export const atOnce = <Answer>(answer: Answer | Promise<Answer>): Answer => {
  if (answer instanceof Promise) throw new Error('It had to ask.')
  return answer
}

const tooEarly = (admittedAt: readonly number[], perMinute: number, nowMs: number, waitSeconds: number): boolean =>
  admittedAt.filter((time) => time > nowMs + waitSeconds * 1000 - 60_000).length >= perMinute
