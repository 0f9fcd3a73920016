import type { Exchanges } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'
import { programEndpoints } from '../endpoint/all-endpoints.js'
import {
  type Access,
  apiPrefix,
  documentPath,
  type Endpoint,
  featureOf,
  isForAdmins,
  planNeeded,
  webPrefix,
} from '../endpoint/define-endpoint.js'
import { type PlanLimits, planNames } from '../endpoint/plans.js'
import type { OpenApiDocument, PlanName } from '../generated/types.js'
import { bodyOf, parametersOf } from './parameters.js'
import { createResponses, headerComponents, type Responses } from './responses.js'
import { createSchemas, type JsonSchema, type Schemas } from './schemas.js'
import { keyRequired, securityOf, securitySchemesOf } from './security.js'
import { webhookDeliveryPath } from './webhook-delivery-path.js'

export type OpenApiOptions = {
  /** The address of the service up to and including `/api/v1`. */
  readonly baseUrl?: string
  readonly plans: Readonly<Record<PlanName, PlanLimits>>
  /** Described in place of all that programs may call. */
  readonly endpoints?: readonly Endpoint[]
  /** Default: those that are read by default. */
  readonly exchanges?: Exchanges
}

/** Build the document from the endpoints themselves, so that it matches the enforced rules. */
export function buildOpenApi({
  baseUrl = apiPrefix,
  plans,
  endpoints = programEndpoints,
  exchanges = usualExchanges,
}: OpenApiOptions): OpenApiDocument {
  const schemas = createSchemas(exchanges.ids)
  const responses = createResponses(schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = documentPath(endpoint)
    paths[path] = {
      ...(endpoint.root === apiPrefix ? {} : { servers: [{ url: besideApi(baseUrl) }] }),
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas, responses),
    }
  }
  const isForPages = endpoints.every(({ root }) => root === webPrefix)
  const about = isForPages ? pages : programs(exchanges)
  const webhooks = isForPages ? {} : { webhooks: { delivery: webhookDeliveryPath(schemas) } }

  return {
    openapi: '3.1.1',
    info: {
      version: '1.0.0',
      ...about,
      description: `${about.description}\n\n${planTable(plans)}`,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: baseUrl }],
    security: isForPages ? [] : keyRequired,
    tags: usedTags(endpoints),
    paths,
    ...webhooks,
    components: {
      securitySchemes: securitySchemesOf(endpoints),
      headers: headerComponents([paths, responses.components]),
      responses: responses.components,
      schemas: schemas.components,
    },
  }
}

const programs = ({ list }: Exchanges) => ({
  title: 'P2P rates',
  summary: 'Real prices of USDT on peer-to-peer exchanges.',
  description: [
    `Peer-to-peer prices of USDT, collected about every five minutes from the public ads of ${list.map(({ name }) => name).join(', ')}.`,
    'BUY is what you pay when you buy USDT; SELL is what you get when you sell it.',
    'Data is provided as is and is not financial advice. Later versions only add fields and values: ignore those you do not know.',
  ].join(' '),
})

const pages = {
  title: 'P2P rates: calls of the server’s own pages',
  summary: 'For developers of the pages. Programs use the public interface.',
  description: 'The server accepts these calls from its own origin only, with the session cookie if one is required.',
}

const tags = {
  prices: 'Current and past prices of USDT, and quotes for an amount.',
  events: 'Live rates and signed webhooks.',
  about: 'Available markets, data sources and the limits of your plan.',
  pages: 'Calls of the server’s own web pages. Keys and other origins are rejected.',
  health: 'For probes; without a key.',
} as const

const tagOfFeature: Readonly<Record<string, keyof typeof tags>> = {
  sources: 'about',
  quality: 'about',
  'track-record': 'about',
  stream: 'events',
  webhooks: 'events',
  livez: 'health',
  readyz: 'health',
}

function usedTags(endpoints: readonly Endpoint[]): readonly JsonSchema[] {
  const used = new Set(endpoints.map(tagOf))
  return Object.entries(tags).flatMap(([name, description]) =>
    used.has(name as keyof typeof tags) ? [{ name, description }] : [],
  )
}

function tagOf(endpoint: Endpoint): keyof typeof tags {
  if (endpoint.root === webPrefix) return 'pages'
  return tagOfFeature[featureOf(endpoint)] ?? (endpoint.carriesPrices ? 'prices' : 'about')
}

function operationOf(endpoint: Endpoint, schemas: Schemas, responses: Responses): JsonSchema {
  const { name, access, summary, description, body, bodyOptional } = endpoint
  const parameters = parametersOf(endpoint, schemas)
  const plan = planNeeded(access)
  return {
    operationId: name.replaceAll('-', '.'),
    tags: [tagOf(endpoint)],
    summary,
    description: [description, ...(plan === null ? [] : [planText(plan)]), ...adminText(access)].join('\n\n'),
    ...securityOf(access),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: bodyOf(body, bodyOptional, schemas) }),
    responses: responses.of(endpoint),
  }
}

const planTable = (plans: OpenApiOptions['plans']): string =>
  [
    '| Plan | Requests a month | Requests a minute | Ads per answer | Hours of history | Webhooks | Streams |',
    '|---|---|---|---|---|---|---|',
    ...planNames.map((name) => {
      const { monthlyQuota, requestsPerMinute, orderbookRows, historyHours, webhooks, streams } = plans[name]
      return `| ${[name, monthlyQuota, requestsPerMinute, orderbookRows, historyHours, webhooks, streams].join(' | ')} |`
    }),
  ].join('\n')

const planText = (plan: PlanName): string => `Plan: ${plan}${planNames.at(-1) === plan ? '' : ' or higher'}.`

const adminText = (access: Access): readonly string[] => (isForAdmins(access) ? ['For admins only.'] : [])

const besideApi = (baseUrl: string): string =>
  (baseUrl.endsWith(apiPrefix) ? baseUrl.slice(0, -apiPrefix.length) : baseUrl) || '/'
