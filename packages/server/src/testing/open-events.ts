import { type IncomingMessage, request } from 'node:http'

/** A live stream as a listener sees it, on a connection of its own. A refusal has a first part and an end as well. */
export const openEvents = async (
  url: string,
  path: string,
  headers: readonly (readonly [name: string, value: string])[],
) => {
  const { hostname, port } = new URL(url)
  const incoming = await new Promise<IncomingMessage>((done, fail) => {
    const outgoing = request({ hostname, port, path, agent: false, headers: Object.fromEntries(headers) }, done)
    outgoing.on('error', fail).end()
  })
  let text = ''
  let isOpen = true
  const ended = new Promise<string>((done) => {
    incoming.on('close', () => {
      isOpen = false
      done(text)
    })
  })
  const first = new Promise<string>((done) => {
    incoming.on('data', (part: Buffer) => {
      text += part.toString('utf8')
      if (text.includes('\n\n') && text.includes('data:')) done(text)
    })
    incoming.on('end', () => done(text))
  })
  return {
    status: incoming.statusCode ?? 0,
    first,
    ended,
    isOpen: () => isOpen,
    close: () => incoming.destroy(),
  }
}
