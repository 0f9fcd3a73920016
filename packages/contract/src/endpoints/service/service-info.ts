import { z } from 'zod'
import { apiPrefix, defineEndpoint } from '../../endpoint/define-endpoint.js'
import type { ServiceInfo } from '../../generated/types.js'

const answer: z.ZodType<ServiceInfo> = z
  .object({
    name: z.string(),
    version: z.string().meta({ description: 'Version of the server.' }),
    summary: z.string(),
    authentication: z.string().meta({ description: 'Ways to send a key.' }),
    links: z.record(z.string(), z.string()).meta({ description: 'Addresses by name.' }),
  })
  .meta({ id: 'ServiceInfo', description: 'Name of the service and links to its interface.' })

/** `root` is the address of the server as callers see it, without a slash at its end; empty where it is not known. */
export const toServiceResponse = (version: string, root: string): ServiceInfo => ({
  name: 'p2p-rates',
  version,
  summary: 'What USDT really costs on peer-to-peer exchanges.',
  authentication: 'Send your API key in the X-API-Key header or as a bearer token.',
  links: {
    api: `${root}${apiPrefix}`,
    description: `${root}${apiPrefix}/openapi.json`,
    markets: `${root}${apiPrefix}/markets`,
    mcp: `${root}/mcp`,
    liveness: `${root}/livez`,
    readiness: `${root}/readyz`,
  },
})

const shared = {
  method: 'GET',
  root: '',
  access: { kind: 'public' },
  summary: 'Name and version of the service',
  description:
    'Returns name, version and links to the interface. Needs no key. At `/` a browser gets the market page instead.',
  answer,
  example: toServiceResponse('0.1.0', ''),
} as const

export const root = defineEndpoint({ ...shared, name: 'root', path: '/' })
export const apiRoot = defineEndpoint({ ...shared, name: 'api-root', path: apiPrefix })
