import { type Endpoint, fullPath, planNeeded, webPrefix } from './define-endpoint.js'

type PageCaller = NonNullable<Endpoint['pages']>
export type PageEndpoint = Endpoint & { readonly mirrorOf: string }

export const pageCopyOfEndpoint = (endpoint: Endpoint, kind: PageCaller): PageEndpoint => ({
  ...endpoint,
  name: `${endpoint.name}.web`,
  mirrorOf: endpoint.name,
  root: webPrefix,
  access: { kind, plan: planOnPages(endpoint) },
  description: `As \`${endpoint.method} ${fullPath(endpoint)}\`, for ${audiences[kind]}.`,
})

/** Live prices are part of a page: every reader has them, few at once. */
const planOnPages = ({ access, mediaType }: Endpoint) =>
  mediaType === 'text/event-stream' ? 'Free' : (planNeeded(access) ?? 'Free')

const audiences: Readonly<Record<PageCaller, string>> = {
  reader: 'viewers of a page of the server, by the plan of their session or of visitors',
  session: 'logged-in users, by the plan of the account, with limits separate from its keys',
}
