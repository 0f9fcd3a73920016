import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { BootstrapData } from '@p2p-rates/contract'
import { buildPages } from './build-pages.js'

export type BuiltPages = {
  readonly url: string
  readonly reports: readonly string[]
  stop(): Promise<void>
}

export type Reply = { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> }

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; report-uri /reports"

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The pages as they are built, over answers that a test makes up: a path below `/web/v1` and its query to a reply. */
export async function serveBuiltPages(
  reply: (url: URL) => Reply,
  first: Partial<BootstrapData> = {},
  stream: ((response: ServerResponse) => void) | null = null,
): Promise<BuiltPages> {
  const folder = await buildPages()
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const reports: string[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://pages')
    if (url.pathname === '/reports') {
      request.setEncoding('utf8').on('data', (text: string) => reports.push(text))
      response.writeHead(204).end()
      return
    }
    if (url.pathname === '/web/v1/stream' && stream !== null) {
      stream(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      return
    }
    if (url.pathname.startsWith('/web/v1/')) {
      const { status = 200, body, headers = {} } = reply(new URL(url.href.replace('/web/v1', '')))
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
      return
    }
    if (url.pathname.startsWith('/assets/')) {
      const type = types[extname(url.pathname)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, normalize(url.pathname))))
      return
    }
    const data: BootstrapData = {
      server_time: new Date().toISOString(),
      version: '1.0.0',
      simulated: false,
      exchanges: {},
      fiat: 'UAH',
      account: null,
      answers: {},
      ...first,
    }
    const text = JSON.stringify(data).replaceAll('<', '\\u003c')
    const html = template.replace('<!--first-->', `<script type="application/json" id="first">${text}</script>`)
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reports,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
