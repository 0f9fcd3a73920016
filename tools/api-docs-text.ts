import {
  buildOpenApi,
  defaultPlans,
  type Endpoint,
  endpoints,
  errorCodes,
  errorsOf,
  fullPath,
  limitHeaders,
  planNames,
} from '@p2p-rates/contract'

/** The interface for people, from the same values that the server enforces. */
export const apiDocs = (): string =>
  `# The interface

Generated from the contract by \`pnpm api-docs\`; the machine-readable form is \`GET /api/v1/openapi.json\`.

Send the key in \`X-API-Key\` or as \`Authorization: Bearer\`. BUY and SELL are what you do: BUY takes sellers' ads.
Times are ISO 8601 UTC. Inside v1 changes are additive: be ready for fields and words you do not know.

${plansTable()}
${endpoints.map(section).join('\n')}
## Errors

Every error has the body \`{"detail": {"code": ..., "message": ...}}\`, with \`param\` beside them for \`invalid_parameter\`.

| Code | Status | When |
|---|---|---|
${Object.entries(errorCodes)
  .map(([code, { status, when }]) => `| \`${code}\` | ${status} | ${when} |`)
  .join('\n')}

## Headers on every authenticated answer

| Header | Meaning |
|---|---|
${Object.values(limitHeaders)
  .map(({ name, description }) => `| \`${name}\` | ${description} |`)
  .join('\n')}
`

const plansTable = (): string => {
  const row = (label: string, value: (plan: (typeof planNames)[number]) => number) =>
    `| ${label} | ${planNames.map((plan) => value(plan).toLocaleString('en')).join(' | ')} |`
  return [
    `| | ${planNames.join(' | ')} |`,
    `|---|${planNames.map(() => '---:').join('|')}|`,
    row('requests a month', (plan) => defaultPlans[plan].monthlyQuota),
    row('requests in 60 seconds', (plan) => defaultPlans[plan].requestsPerMinute),
    row('order book rows', (plan) => defaultPlans[plan].orderbookRows),
    row('hours of history', (plan) => defaultPlans[plan].historyHours),
    row('webhooks', (plan) => defaultPlans[plan].webhooks),
    row('open streams', (plan) => defaultPlans[plan].streams),
    '',
  ].join('\n')
}

const section = (endpoint: Endpoint): string => {
  const { method, plan, summary, description } = endpoint
  const needs = plan === null ? 'No key.' : `${plan} plan.`
  return `## ${method} ${fullPath(endpoint)}

${summary}. ${needs} ${description}
${parameters(endpoint)}
Errors: ${errorsOf(endpoint)
    .map((code) => `\`${code}\``)
    .join(' ')}
`
}

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: { readonly default?: unknown; readonly description?: string }
}
type Operation = { readonly parameters?: readonly (Parameter | { readonly $ref: string })[] }

const document = buildOpenApi({ plans: defaultPlans }) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const parameters = (endpoint: Endpoint): string => {
  const path = Object.entries(document.paths).find(([name]) => fullPath(endpoint).endsWith(name))
  const operation = path?.[1][endpoint.method.toLowerCase()]
  const own = (operation?.parameters ?? []).filter(
    (parameter): parameter is Parameter => 'name' in parameter && (parameter.in === 'query' || parameter.in === 'path'),
  )
  if (own.length === 0) return ''
  const rows = own.map(({ name, required, schema, description }) => {
    const standard = schema?.default === undefined ? (required === true ? 'required' : '') : `\`${schema.default}\``
    return `| \`${name}\` | ${standard} | ${(description ?? schema?.description ?? '').replaceAll('|', '\\|')} |`
  })
  return `
| Parameter | Default | |
|---|---|---|
${rows.join('\n')}
`
}
