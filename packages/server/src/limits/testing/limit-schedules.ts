import { createRandom } from '@p2p-rates/chance'
import { aCaller } from '../../testing/a-caller.js'
import { createHandClock } from '../../testing/hand-clock.js'
import { createCalendar } from '../../time/calendar.js'
import { createLimiter, maxAtOnce } from '../limiter.js'

/**
 * Random schedules of arrivals, answers, clock steps, month edges and plan changes against a naive model.
 * One implementation for the test and the proof.
 */
export const runLimitSchedules = ({ seed, schedules }: { seed: number; schedules: number }) => {
  const random = createRandom(seed).below
  let decisions = 0
  let wrong = 0
  for (let schedule = 0; schedule < schedules; schedule++) {
    const outcome = runOne(random)
    decisions += outcome.decisions
    wrong += outcome.wrong
  }
  return { decisions, wrong }
}

type Below = (limit: number) => number

const runOne = (random: Below) => {
  // A third of all schedules play across the edge of a month.
  const startMs = random(3) === 0 ? Date.UTC(2027, random(12), 1) - random(90_000) : Date.UTC(2026, 10, 21, 12)
  const clock = createHandClock(startMs)
  const calendar = createCalendar()
  const limiter = createLimiter({ clock, calendar })
  const caller = aCaller({ limits: { requestsPerMinute: 1 + random(12), monthlyQuota: 1 + random(60) } })

  const admittedAt: number[] = []
  const countedBy = new Map<string, number>()
  const open: { admission: ReturnType<typeof limiter.spend>; month: string; held: boolean; atMs: number }[] = []
  const monthNow = () => new Date(clock.wallMs()).toISOString().slice(0, 7)
  const takenIn = (month: string) =>
    (countedBy.get(month) ?? 0) + open.filter((request) => request.held && request.month === month).length

  const answerOne = () => {
    const [request] = open.splice(random(open.length), 1)
    if (request === undefined) return
    const cost = (['month', 'month', 'minute', 'minute', 'nothing'] as const)[random(5)] ?? 'month'
    limiter.settle(caller, request.admission, cost)
    if (request.held && cost === 'month') countedBy.set(request.month, (countedBy.get(request.month) ?? 0) + 1)
    if (cost === 'nothing') admittedAt.splice(admittedAt.lastIndexOf(request.atMs), 1)
  }

  let decisions = 0
  let wrong = 0
  const steps = 10 + random(45)
  for (let step = 0; step < steps; step++) {
    clock.advance(random(4) === 0 ? random(70_000) : random(3_000))
    if (random(25) === 0) clock.setWall(clock.wallMs() + (random(7_200_000) - 3_600_000))
    if (random(15) === 0)
      caller.state.limits = { ...caller.state.limits, requestsPerMinute: 1 + random(12), monthlyQuota: 1 + random(60) }
    if (random(3) === 0) answerOne()

    const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = caller.state.limits
    const blockedByQuota = random(5) > 0
    const month = monthNow()
    const hasQuota = takenIn(month) < perMonth
    const inWindow = admittedAt.filter((time) => time > clock.monoMs() - 60_000).length
    const isCrowded = open.length >= maxAtOnce
    const expected =
      blockedByQuota && !hasQuota ? 'quota_exceeded' : inWindow >= perMinute || isCrowded ? 'rate_limited' : 'admitted'

    const admission = limiter.spend(caller, { blockedByQuota })
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

    const view = limiter.view(caller)
    const expectedRemaining = Math.max(
      0,
      perMinute - admittedAt.filter((time) => time > clock.monoMs() - 60_000).length,
    )
    if (view.minuteRemaining !== expectedRemaining) wrong += 1
    if (view.quotaRemaining !== Math.max(0, perMonth - takenIn(month))) wrong += 1
  }
  while (open.length > 0) answerOne()
  return { decisions, wrong }
}

/** Whether somebody who waits as told would be refused again. */
const tooEarly = (admittedAt: readonly number[], perMinute: number, nowMs: number, waitSeconds: number): boolean =>
  admittedAt.filter((time) => time > nowMs + waitSeconds * 1000 - 60_000).length >= perMinute
