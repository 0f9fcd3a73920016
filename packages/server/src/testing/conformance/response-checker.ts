import {
  answerHeaders,
  buildOpenApi,
  csvType,
  documentPath,
  type Endpoint,
  type ErrorCode,
  endpoints,
  errorCodes,
  fullPath,
  type Header,
  isForPages,
  limitHeaders,
  type PlanLimits,
  type PlanName,
  planNames,
  unreadableStatuses,
} from '@p2p-rates/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TestRequest, TestResponse } from '../test-client.js'

/** Compares answers with the document that the server itself returns. Knows nothing of how the server works. */
export interface ResponseChecker {
  complaints(ask: TestRequest, answer: TestResponse): readonly string[]
}

type Json = { readonly [name: string]: Json } & readonly Json[]

export const createResponseChecker = (
  document: unknown,
  plans: Readonly<Record<PlanName, PlanLimits>>,
): ResponseChecker => {
  const served = document as Json
  const whole = JSON.parse(JSON.stringify(buildOpenApi({ plans, endpoints }))) as Json
  // The served document omits the calls of pages. If both define something, the served definition counts.
  const spec = {
    ...served,
    paths: { ...whole.paths, ...served.paths },
    components: whole.components,
  } as unknown as Json
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ ...spec, $id: 'served' })
  const compiled = new Map<string, ValidateFunction>()

  const schemaComplaint = (pointer: string, value: unknown): string[] => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `served${pointer}` })
    compiled.set(pointer, validate)
    return validate(value) ? [] : [`body does not fit ${pointer}: ${ajv.errorsText(validate.errors)}`]
  }

  /** Returns the pointer to this answer in the document; follows one reference. */
  const described = (endpoint: Endpoint, status: number): string | null => {
    const pointer = `#/paths/${escaped(documentPath(endpoint))}/${endpoint.method.toLowerCase()}/responses/${status}`
    const node = at(spec, pointer)
    if (node === undefined) return null
    return typeof node.$ref === 'string' ? (node.$ref as string) : pointer
  }

  const csvComplaints = (described: unknown, text: string, { path }: TestRequest): string[] => {
    const { example } = (described ?? {}) as { readonly example?: string }
    if (example === undefined) return ['is CSV, which is not described']
    // Files with prices have one column more: these servers are simulations.
    const heading = headingOf(text)?.replace(/,simulated$/, '')
    const wanted = headingOf(example)
    const isExtended = path.includes('include=') && heading?.startsWith(`${wanted},`)
    return heading === wanted || isExtended ? [] : [`has other columns than ${wanted}`]
  }

  const bodyComplaints = (pointer: string, ask: TestRequest, answer: TestResponse): string[] => {
    const contents = at(spec, `${pointer}/content`)
    if (contents === undefined) return answer.text === '' ? [] : ['has a body where none is described']
    const type = answer.headers.get('content-type') ?? ''
    if (type === csvType) return csvComplaints(contents['text/csv'], answer.text, ask)
    const media = Object.keys(contents).find((known) => type.startsWith(known))
    if (media === undefined) return [`content type ${type} is not described`]
    if (media === 'application/json' && type !== 'application/json; charset=utf-8') return [`content type is ${type}`]
    const value = media === 'application/json' ? parse(answer.text) : answer.text
    if (value === undefined) return ['body is not JSON']
    return schemaComplaint(`${pointer}/content/${escaped(media)}/schema`, value)
  }

  return {
    complaints: (ask, answer) => {
      if (answer.headers.has('cross-origin-opener-policy')) return pageComplaints(ask, answer)
      const method = ask.method ?? 'GET'
      const endpoint = endpointOf(method === 'HEAD' ? { ...ask, method: 'GET' } : ask)
      const found = [
        ...alwaysPromised(answer),
        ...(isAboutPages(ask) ? promisedToPages(answer) : promisedToAll(answer)),
        ...errorComplaints(answer),
        ...limitComplaints(answer, plans),
      ]
      found.push(...simulationComplaints(endpoint, answer))
      if (method === 'HEAD') {
        if (answer.text !== '') found.push('HEAD has a body')
        return found
      }
      if (endpoint === undefined) {
        if (answer.status >= 400) found.push(...schemaComplaint('#/components/schemas/Error', parse(answer.text)))
        return found
      }
      const pointer = described(endpoint, answer.status)
      if (pointer === null) return [...found, `${endpoint.name} does not describe status ${answer.status}`]
      found.push(...bodyComplaints(pointer, ask, answer))
      for (const name of Object.keys(at(spec, `${pointer}/headers`) ?? {}))
        found.push(...headerComplaints(name, endpoint, answer))
      return found
    },
  }
}

const headingOf = (csv: string): string | undefined => csv.split('\r\n', 1)[0]

const endpointsAt = (path: string): readonly Endpoint[] => {
  const parts = (path.split('?')[0] ?? '').split('/')
  return endpoints.filter((endpoint) => {
    const own = fullPath(endpoint).split('/')
    return (
      own.length === parts.length &&
      own.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
    )
  })
}

const endpointOf = ({ method = 'GET', path }: TestRequest): Endpoint | undefined =>
  endpointsAt(path).find((endpoint) => endpoint.method === method)

const known: readonly Header[] = [...Object.values(limitHeaders), ...Object.values(answerHeaders)]
const onOccasion: ReadonlySet<string> = new Set([
  answerHeaders.clamped.name,
  answerHeaders.hint.name,
  answerHeaders.exchangeNames.name,
  answerHeaders.dataVersion.name,
  answerHeaders.contentEncoding.name,
  answerHeaders.idempotencyReplayed.name,
  answerHeaders.simulated.name,
  answerHeaders.replay.name,
])

/** The server rejects too many wrong keys (429) and a wrong method (405) before authentication, so it sends no plan. */
const isRefusedGuesser = ({ status, headers }: TestResponse): boolean =>
  (status === 429 || status === 405) && !headers.has('x-plan')

const headerComplaints = (name: string, endpoint: Endpoint, answer: TestResponse): string[] => {
  const value = answer.headers.get(name.toLowerCase())
  const header = known.find((candidate) => candidate.name === name)
  if (header === undefined) return [`${endpoint.name} promises a header nobody knows: ${name}`]
  if (value === undefined) {
    const isLimit = Object.values(limitHeaders).some((limit) => limit.name === name)
    return onOccasion.has(name) || (isLimit && isRefusedGuesser(answer)) ? [] : [`promised header ${name} is missing`]
  }
  return header.type === 'integer' && !/^\d+$/.test(value) ? [`${name} is not a whole number: ${value}`] : []
}

/** The exchanges of every server that is judged here are simulations. */
const simulationComplaints = (endpoint: Endpoint | undefined, { status, headers }: TestResponse): string[] => {
  const isTold = status === 200 || status === 304
  // Skip requests with an absolute address, because their endpoint isn't known here.
  if (isTold && endpoint === undefined) return []
  const mark = headers.get('x-simulated')
  return mark === (isTold && endpoint?.carriesPrices === true ? 'true' : undefined) ? [] : [`X-Simulated is ${mark}`]
}

const isAboutPages = ({ path }: TestRequest): boolean => {
  const [own] = endpointsAt(path.replace(/^https?:\/\/[^/]*/, ''))
  return own !== undefined && isForPages(own.access.kind)
}

/** Checks a page: it must not run foreign scripts, and other origins must not read it. */
const pageComplaints = ({ path, method = 'GET' }: TestRequest, { status, headers, text }: TestResponse): string[] => {
  const found: string[] = []
  const expect = (isRight: boolean, complaint: string) => {
    if (!isRight) found.push(complaint)
  }
  const type = headers.get('content-type') ?? ''
  expect(!/^(https?:\/\/[^/]*)?\/(api|web)(\/|\?|$)/.test(path), 'is a page where programs ask')
  expect(method === 'GET' || method === 'HEAD', `is a page for ${method}`)
  expect(
    headers.get('content-security-policy')?.startsWith("default-src 'none'; script-src 'self'; ") === true,
    'has another policy',
  )
  expect(/^[A-Za-z0-9._-]{1,64}$/.test(headers.get('x-request-id') ?? ''), 'has no X-Request-Id')
  expect(headers.get('x-content-type-options') === 'nosniff', 'may be sniffed')
  expect(!headers.has('access-control-allow-origin'), 'can be read by other origins')
  expect((status === 429) === headers.has('retry-after'), 'Retry-After belongs to 429')
  expect(headers.has('cache-control'), 'does not say who may keep it')
  expect((status === 302) === headers.has('location'), 'Location belongs to 302')
  expect(status === 302 || status === 304 || method === 'HEAD' || text !== '', 'is empty')
  expect(!type.startsWith('text/html') || !text.includes('<script>'), 'has a script in its text')
  return found
}

const promisedToAll = ({ headers }: TestResponse): string[] => [
  ...(headers.get('vary') === 'X-API-Key, Authorization, Accept-Encoding' ? [] : [`Vary is ${headers.get('vary')}`]),
  ...(headers.get('access-control-allow-origin') === '*' ? [] : ['cannot be read by browsers']),
]

const promisedToPages = ({ headers }: TestResponse): string[] => [
  ...(headers.get('vary') === 'Cookie, Accept-Encoding' ? [] : [`Vary is ${headers.get('vary')}`]),
  ...(headers.has('access-control-allow-origin') ? ['can be read by other origins'] : []),
]

const alwaysPromised = ({ status, headers }: TestResponse): string[] => {
  const found: string[] = []
  const expect = (isRight: boolean, complaint: string) => {
    if (!isRight) found.push(complaint)
  }
  expect(/^[A-Za-z0-9._-]{1,64}$/.test(headers.get('x-request-id') ?? ''), 'has no X-Request-Id')
  expect(headers.get('x-content-type-options') === 'nosniff', 'may be sniffed')
  expect(headers.get('content-security-policy')?.includes("frame-ancestors 'none'") === true, 'may be framed')
  expect((status === 401) === headers.has('www-authenticate'), 'WWW-Authenticate belongs to 401, always and only')
  expect((status === 405) === headers.has('allow'), 'Allow belongs to 405, always and only')
  expect((status === 429 || status === 503) === headers.has('retry-after'), 'Retry-After belongs to 429 and 503')
  expect(!headers.has('server') && !headers.has('x-powered-by'), 'tells what it runs on')
  expect(!(headers.get('content-type') ?? '').includes('problem+json'), 'is labelled as another error format')
  if (headers.has('retry-after')) expect(/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''), 'Retry-After is no wait')
  if (status === 401) expect(headers.get('www-authenticate') === 'Bearer', 'WWW-Authenticate is not Bearer')
  const isKept = headers.has('etag')
  expect(isKept || !headers.has('content-encoding'), 'is compressed, and may belong to one caller')
  expect(
    isKept ||
      status === 304 ||
      (headers.get('cache-control') ?? '').startsWith('no-store') ||
      (status === 204 && !headers.has('x-plan')),
    'may be kept by caches',
  )
  if (isKept) {
    const [, seconds] = /^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '') ?? []
    expect(seconds !== undefined && Number(seconds) >= 1 && Number(seconds) <= 60, 'is kept for other than 1 to 60 s')
  }
  return found
}

const errorComplaints = ({ status, headers, text }: TestResponse): string[] => {
  if (status < 400 || text === '') return []
  const detail = (parse(text) as { detail?: { code?: unknown; message?: unknown; param?: unknown } } | undefined)
    ?.detail
  if (detail === undefined || typeof detail !== 'object') return ['error without detail']
  const found: string[] = []
  const code = detail.code as ErrorCode
  const isUnreadable = code === 'bad_request' && unreadableStatuses.some((known) => known === status)
  if (errorCodes[code]?.status !== status && !isUnreadable) found.push(`code ${String(code)} with status ${status}`)
  if (typeof detail.message !== 'string' || detail.message === '') found.push('error without a message')
  const known = [
    'code',
    'message',
    ...(status === 400 ? ['param', 'suggestion'] : []),
    ...(status === 503 ? ['smallest_trade', 'suggestion'] : []),
  ]
  const others = Object.keys(detail).filter((field) => !known.includes(field))
  if (others.length > 0) found.push(`detail has ${others.join()}`)
  if (headers.get('content-type') !== 'application/json; charset=utf-8') found.push('error is not JSON')
  if (headers.get('cache-control') !== 'no-store') found.push('error may be kept')
  return found
}

/** The spec's names and both generations of the IETF draft must say the same, and say it to known callers only. */
const limitComplaints = (
  { status, headers }: TestResponse,
  plans: Readonly<Record<PlanName, PlanLimits>>,
): string[] => {
  const plan = planNames.find((name) => name === headers.get('x-plan'))
  const names = Object.values(limitHeaders).map(({ name }) => name.toLowerCase())
  if (plan === undefined || status === 401)
    return names.filter((name) => headers.has(name)).map((name) => `${name} is told to an unknown caller`)

  const { requestsPerMinute, monthlyQuota } = plans[plan]
  const remaining = headers.get('x-ratelimit-remaining-minute')
  const reset = Number(headers.get('ratelimit-reset'))
  const quotaRemaining = headers.get('x-quota-remaining')
  const wanted = new Map<string, string | undefined>([
    ['x-ratelimit-limit-minute', String(requestsPerMinute)],
    ['ratelimit-limit', String(requestsPerMinute)],
    ['ratelimit-remaining', remaining],
    ['x-quota-limit', String(monthlyQuota)],
    ['ratelimit-policy', `"minute";q=${requestsPerMinute};w=60, "month";q=${monthlyQuota}`],
  ])
  const found = [...wanted].flatMap(([name, value]) =>
    headers.get(name) === value ? [] : [`${name} is ${headers.get(name)} instead of ${value}`],
  )
  const month = new RegExp(
    `^"minute";r=${Number(remaining)};t=${reset}, "month";r=${Number(quotaRemaining)};t=([0-9]+)$`,
  )
  const [, monthReset] = month.exec(headers.get('ratelimit') ?? '') ?? []
  if (monthReset === undefined) found.push(`RateLimit is ${headers.get('ratelimit')}`)
  if (!(reset >= 1 && reset <= 60)) found.push(`RateLimit-Reset is ${reset}`)
  if (!(Number(monthReset) >= 1 && Number(monthReset) <= 31 * 86_400)) found.push(`the month resets in ${monthReset} s`)
  return found
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1')

const at = (document: Json, pointer: string): Json | undefined =>
  pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((node, part) => node?.[part], document)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
