import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Post } from './check/failed-delivery-attempts.js'

export type RefusingReceiver = {
  readonly url: string
  readonly posts: readonly Post[]
  close(): Promise<void>
}

/** Start a receiver that holds each POST open until `refuse` is called. */
export async function startRefusing(onPost: (post: Post, refuse: () => void) => void): Promise<RefusingReceiver> {
  const posts: Post[] = []
  const server = createServer((request, response) => {
    // Writing the response fails if the sender was killed.
    request.on('error', () => {})
    response.on('error', () => {})
    request.resume().on('end', () => {
      const { 'x-service-delivery': id, 'x-service-attempt': attempt } = request.headers
      const post = { id: String(id), attempt: Number(attempt) }
      posts.push(post)
      onPost(post, () => void (response.headersSent || response.writeHead(503).end()))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
