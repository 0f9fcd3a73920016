import { type Endpoint, fullPath, planNeeded, webPrefix } from '../define-endpoint.js'

export type PageCaller = 'reader' | 'session'
export type PageEndpoint = Endpoint & { readonly mirrorOf: string }

export const forPages = (endpoint: Endpoint, kind: PageCaller): PageEndpoint => ({
  ...endpoint,
  name: `${endpoint.name}.web`,
  mirrorOf: endpoint.name,
  root: webPrefix,
  access: { kind, plan: planOnPages(endpoint) },
  description: `As \`${endpoint.method} ${fullPath(endpoint)}\`, for ${whoLooks[kind]}.`,
})

/** Live prices are part of a page: every reader has them, few at once. */
const planOnPages = ({ access, mediaType }: Endpoint) =>
  mediaType === 'text/event-stream' ? 'Free' : (planNeeded(access) ?? 'Free')

const whoLooks: Readonly<Record<PageCaller, string>> = {
  reader: 'who looks at a page of the server: with a session by its plan, without one by the plan of visitors',
  session: 'who is logged in, by the plan of the account and beside the limits of its keys',
}
