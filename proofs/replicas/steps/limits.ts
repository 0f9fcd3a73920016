import { setTimeout as pass } from 'node:timers/promises'
import type { PlanLimits, PlanName } from '@p2p-rates/contract'
import { createRandom, type Random } from '@p2p-rates/core/internal'
import { monoMs } from '../../harness/wait.js'
import { shortWindowMs } from '../changed-build.js'
import { causelessRefusals, type Decision, overfullWindows } from '../check/rate-limit-windows.js'
import { countedAlone, redisDeadlineMs, type Span, slowAnswers } from '../check/redis-failures.js'
import { addClients, type Client, listeningServers, openClusterRequests, type TimedResponse } from '../clients.js'
import type { Cluster } from '../cluster.js'

/** Plan limits of the cluster. `Starter` uses up its month within a run. */
export const clusterPlans: Readonly<Record<PlanName, Partial<PlanLimits> & { readonly requestsPerMinute: number }>> = {
  Free: { requestsPerMinute: 5 },
  Starter: { requestsPerMinute: 100, monthlyQuota: 500 },
  Pro: { requestsPerMinute: 300, streams: 4 },
  Business: { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000_000, streams: 1_000, webhooks: 1_000 },
}

const accountPlans = ['Free', 'Free', 'Starter', 'Pro', 'Pro'] as const satisfies readonly PlanName[]
const mostCallers = 60

type LoggedAsk = TimedResponse & { readonly isFailing: boolean }
export async function startLimitsLoad(cluster: Cluster, random: Random) {
  const { ask, close } = openClusterRequests()
  const clients = await addClients(cluster, accountPlans)
  const asked = new Map(clients.map(({ accountId }) => [accountId, [] as LoggedAsk[]]))
  const failures: Span[] = []
  let over = false

  async function keepAsking(own: Random): Promise<void> {
    while (!over) {
      const open = listeningServers(cluster)
      if (open.length === 0) {
        await pass(10)
        continue
      }
      const person = own.pick(clients)
      // No server collects this currency: the request is admitted, answered with 503 and not counted in the month.
      const isFailing = own.chance(0.3)
      const answer = await ask(own.pick(open), `/rates?fiat=${isFailing ? 'USD' : 'UAH'}`, person.key)
      asked.get(person.accountId)?.push({ ...answer, isFailing })
      await pass(answer.status === 200 ? own.integer(0, 5) : own.integer(5, 30))
    }
  }
  const callers = Array.from({ length: mostCallers }, () => keepAsking(createRandom(random.below(2 ** 31))))

  const startedMs = monoMs()
  const sinceStart = (atMs: number) => `${((atMs - startedMs) / 1000).toFixed(1)} s after the first`
  const failuresOf = (all: readonly TimedResponse[]): readonly Span[] => [
    ...failures,
    ...countedAlone(cluster.lines()),
    ...slowAnswers(all, cluster.pauses()),
  ]
  const checkPerson = ({ accountId, plan }: Client) => {
    const all = asked.get(accountId) ?? []
    const { requestsPerMinute: limit } = clusterPlans[plan]
    const breaches: string[] = []
    const name = `${plan} ${accountId.slice(-4)}`
    const whileFailing = failuresOf(all)
    const isTouched = ({ fromMs, toMs }: Span) =>
      whileFailing.some((span) => span.fromMs <= toMs && fromMs <= span.toMs)

    const servers = cluster.servers.length
    const duringFailure = Math.floor((2 - 1 / servers) * limit)
    const certain = all.filter(isCertain).map(decisionOf)
    for (const window of overfullWindows(certain, shortWindowMs, limit)) {
      const most = isTouched(window) ? Math.max(duringFailure, servers) : limit
      if (window.admitted > most)
        breaches.push(
          `I1 ${name}: ${window.admitted} of ${most} in ${Math.round(window.toMs - window.fromMs)} ms, ${sinceStart(window.fromMs)}`,
        )
    }

    const possible = all.filter((one) => isCertain(one) || one.status === null || isMinuteRefusal(one)).map(decisionOf)
    const held = all.filter(mayHoldAnother).map(heldPlace)
    for (const { startMs, endMs, mayCount } of causelessRefusals([...possible, ...held], shortWindowMs, limit))
      if (!isTouched({ fromMs: startMs - shortWindowMs, toMs: endMs }))
        breaches.push(
          `I2 ${name}: refused although at most ${mayCount} of ${limit} can have been admitted, ${sinceStart(startMs)}`,
        )

    for (const one of all) {
      const { status, text } = one
      if (status !== null && ![200, 429, 503].includes(status))
        breaches.push(`${name}: ${status} ${text.slice(0, 200)}`)
      if (status !== 429 || isMinuteRefusal(one) || isMonthRefusal(one)) continue
      // Many requests may wait for a paused server.
      const atOnce = all.filter((other) => other !== one && other.server === one.server && overlap(other, one)).length
      if (!text.includes('at the same time') || atOnce < mostAtOnce) breaches.push(`I2 ${name}: ${text.slice(0, 200)}`)
    }

    return { breaches, admitted: certain.length, refused: all.filter(({ status }) => status === 429).length }
  }

  return {
    redisFails: async (cause: () => Promise<void>) => {
      const fromMs = monoMs()
      await cause()
      failures.push({ fromMs, toMs: monoMs() })
    },
    asked: () => [...asked.values()].reduce((sum, all) => sum + all.length, 0),
    end: async () => {
      over = true
      await Promise.all(callers)
      await close()
    },
    /** I1 and I2. */
    check: () => {
      const found = clients.map(checkPerson)
      return {
        breaches: found.flatMap(({ breaches }) => breaches),
        admitted: found.reduce((sum, { admitted }) => sum + admitted, 0),
        refused: found.reduce((sum, { refused }) => sum + refused, 0),
      }
    },
  }
}

/** Limit of simultaneous requests per account and server. */
const mostAtOnce = 20
const overlap = (one: TimedResponse, other: TimedResponse): boolean =>
  one.startMs <= other.endMs && other.startMs <= one.endMs

const limitHeader = 'x-ratelimit-remaining-minute'

/** It took a place of the minute: whatever was answered then, the limiter had said yes. */
const isCertain = ({ status, headers }: TimedResponse): boolean =>
  status !== null && status !== 429 && headers[limitHeader] !== undefined

const isMinuteRefusal = ({ status, text }: Pick<TimedResponse, 'status' | 'text' | 'headers'>): boolean =>
  status === 429 && text.includes('per-minute limit')
const isMonthRefusal = ({ text }: Pick<TimedResponse, 'text'>): boolean => text.includes('quota_exceeded')

/**
 * It was decided without Redis, which answered late: its admission is released, and other servers learn it soon after.
 */
const mayHoldAnother = ({ startMs, endMs, status }: TimedResponse): boolean =>
  status !== null && endMs - startMs > redisDeadlineMs
const heardOfMs = 500
const heldPlace = ({ startMs, endMs }: TimedResponse): Decision => ({
  startMs,
  endMs: endMs + heardOfMs - shortWindowMs,
  isAdmitted: true,
})

const decisionOf = ({ startMs, endMs, status }: TimedResponse): Decision => ({
  startMs,
  endMs,
  isAdmitted: status !== 429,
})
