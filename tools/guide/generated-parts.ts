import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  allTools,
  defaultPlans,
  deliveryHeaders,
  type ErrorCode,
  endpoints,
  errorCodes,
  featureOf,
  type Header,
  limitHeaders,
  type PlanName,
  planNames,
  planOfTool,
} from '@p2p-rates/contract'
import { codeInWords, confidenceInWords, isBarrier, isFavourableReason, whyInWords } from '@p2p-rates/contract/words'
import { en } from '@p2p-rates/contract/words/en'
import { uk } from '@p2p-rates/contract/words/uk'
import { reasonCodes } from '@p2p-rates/core'
import { confidenceReasons, netProfit, verdicts } from '@p2p-rates/core/internal'
import { verdictOf } from '@p2p-rates/core/testing'
import { repository } from '../throw-away-copy.js'
import { errorRemedies, passingErrors } from './error-remedies.js'
import { type Language, languages, readGuide } from './guide.js'
import { code, markdownTable, numbers } from './markdown-table.js'
import { workedBoard, workedRivals, workedScore } from './worked-example.js'

/** Generated parts of pages, between two marks; `pnpm generate` rewrites them. */
const parts: Readonly<Record<string, (language: Language) => string>> = {
  plans: plansTable,
  'plan-of-endpoint': planOfEndpoint,
  tools: (language) => toolTable(headingsOfTools[language]),
  'limit-headers': () => headerTable(Object.values(limitHeaders)),
  'delivery-headers': () => headerTable(Object.values(deliveryHeaders)),
  'error-codes': () => errorTable(),
  'passing-errors': () => passingErrors.map(code).join(' '),
  'confidence-reasons': () =>
    markdownTable(
      ['Reason', 'Says'],
      confidenceReasons.map((reason) => [code(reason), confidenceInWords(en, reason)]),
    ),
  reasons: reasonTable,
  verdict: verdictTable,
  arbitrage: arbitrageTable,
  'signed-example': signedExample,
  'sdk-methods': () => methodTable(),
  'worked-board': workedBoard,
  'worked-score': workedScore,
  'worked-rivals': workedRivals,
}

export const withParts = (text: string, language: Language): string =>
  text.replace(
    /(<!-- begin ([\w-]+) -->\n)[\s\S]*?(<!-- end \2 -->)/g,
    (_, begin: string, name: string, end: string) => {
      const part = parts[name]
      if (part === undefined) throw new Error(`No part is called ${name}.`)
      return `${begin}\n${part(language)}\n\n${end}`
    },
  )

export function plansTable(): string {
  const row = (label: string, value: (plan: PlanName) => number) => [
    label,
    ...planNames.map((plan) => value(plan).toLocaleString('en')),
  ]
  return markdownTable(
    ['', ...planNames.map(numbers)],
    [
      row('requests a month', (plan) => defaultPlans[plan].monthlyQuota),
      row('requests in 60 seconds', (plan) => defaultPlans[plan].requestsPerMinute),
      row('order book rows', (plan) => defaultPlans[plan].orderbookRows),
      row('hours of history', (plan) => defaultPlans[plan].historyHours),
      row('webhooks', (plan) => defaultPlans[plan].webhooks),
      row('open streams', (plan) => defaultPlans[plan].streams),
    ],
  )
}

function planOfEndpoint(): string {
  const planOf = new Map(
    endpoints.flatMap((endpoint) =>
      endpoint.access.kind === 'key' ? [[featureOf(endpoint), endpoint.access.plan] as const] : [],
    ),
  )
  const featuresFrom = (plan: PlanName) => [...planOf].filter(([, from]) => from === plan).map(([name]) => code(name))
  return markdownTable(
    ['From plan', 'Endpoints'],
    planNames.map((plan) => [plan, featuresFrom(plan).join(' ')]).filter(([, names]) => names !== '') as string[][],
  )
}

function methodTable(): string {
  const methodOf = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return markdownTable(
    ['Method', 'From plan', ''],
    endpoints.flatMap(({ name, access, summary }) =>
      access.kind === 'key' ? [[code(`${methodOf(name)}()`), access.plan, summary]] : [],
    ),
  )
}

const headingsOfTools = { en: ['Tool', 'Asks', 'From plan'], uk: ['Інструмент', 'Запитує', 'Від плану'] } as const

export const toolTable = (headings: readonly string[]): string =>
  markdownTable(
    headings,
    allTools.map((tool) => [code(tool.name), tool.endpoints.map(({ name }) => code(name)).join(' '), planOfTool(tool)]),
  )

/** All reasons in the words of every screen: first those that end the matter, last those that leave the trust as it is. */
function reasonTable(language: Language): string {
  const [words, headings] = {
    en: [en, ['Code', '', 'In words', 'Says']] as const,
    uk: [uk, ['Код', '', 'Словами', 'Означає']] as const,
  }[language]
  const firstWithPoints = reasonCodes.indexOf('new_advertiser')
  const signOf = (reason: string, index: number) =>
    index < firstWithPoints ? '0' : isBarrier(reason) ? '' : isFavourableReason(reason) ? '+' : '−'
  return markdownTable(
    headings,
    reasonCodes.map((reason, index) => [
      code(reason),
      signOf(reason, index),
      codeInWords(words, 'reason', reason),
      whyInWords(words, 'reason', reason) ?? '',
    ]),
  )
}

export const headerTable = (headers: readonly Header[]): string =>
  markdownTable(
    ['Header', 'Meaning'],
    headers.map(({ name, description }) => [code(name), description]),
  )

const errorTable = (): string =>
  markdownTable(
    ['Code', 'Status', 'When', 'What to do'],
    codes.map((name) => [code(name), String(errorCodes[name].status), errorCodes[name].when, errorRemedies[name]]),
  )

const codes = Object.keys(errorCodes) as ErrorCode[]

/** Find the boundaries between verdicts by sampling `verdictOf`. */
function verdictTable(): string {
  const volatility = 0.0034
  const found = new Map<string, number[]>()
  for (let step = -400; step <= 400; step++) {
    const z = step / 100
    const verdict = verdictOf(Math.exp(z * volatility), 1, volatility)
    found.set(verdict, [...(found.get(verdict) ?? []), z])
  }
  const meanings = ['unusually cheap', 'cheap', 'as usual', 'expensive', 'unusually expensive']
  const rows = verdicts.flatMap((verdict, index) => {
    const zs = found.get(verdict)
    if (zs === undefined) return []
    const [low = 0, high = 0] = [zs[0], zs.at(-1)].map((z) => Math.round((z ?? 0) * 4) / 4)
    const span = low <= -4 ? `up to ${high}` : high >= 4 ? `from ${low}` : `${low} to ${high}`
    return [[code(verdict), span.replaceAll('-', '−'), meanings[index] ?? '']]
  })
  return markdownTable(['Verdict', 'z', 'For a buyer'], rows)
}

function arbitrageTable(): string {
  const prices = { buy: 41.32, sell: 41.6 }
  const money = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')
  const rows = [10_000, 1_000, 50_000].map((amount) => {
    const { usdt, outFiat, netProfit: net, netProfitPct } = netProfit(amount, prices, 1)
    return [amount.toLocaleString('en'), usdt.toFixed(6), money(outFiat), money(net), money(netProfitPct)]
  })
  return `With \`pb\` ${prices.buy}, \`ps\` ${prices.sell.toFixed(2)} and a fee of 1 USDT:\n\n${markdownTable(['A, UAH', 'USDT bought', 'out', 'net profit', 'in percent'].map(numbers), rows)}`
}

function signedExample(): string {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0123456789a='
  const [id, timestamp] = ['dl_9sK3vB7x', '1795255513']
  const body = `{"event":"ping","data":{"webhook_id":"wh_4fT9kQ2m"},"id":"${id}","created_at":"2026-11-21T10:05:13.000Z"}`
  const service = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return [
    '```text',
    `secret               ${secret}`,
    `id                   ${id}`,
    `timestamp            ${timestamp}`,
    `body                 ${body}`,
    '',
    `X-Service-Signature  sha256=${service}`,
    `webhook-signature    v1,${standard}`,
    '```',
  ].join('\n')
}

export const sdkPage = 'packages/sdk/README.md'

export function renewParts(): void {
  const renew = (page: string, language: Language): void => {
    const path = join(repository, page)
    writeFileSync(path, withParts(readFileSync(path, 'utf8'), language))
  }
  for (const language of languages) for (const { paths } of readGuide(language)) renew(paths[0] ?? '', language)
  renew(sdkPage, 'en')
}
