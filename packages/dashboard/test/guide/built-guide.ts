import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { writeGuide } from '../../guide/build-guide.js'
import { buildPages } from '../../src/testing/build-pages.js'

export async function buildGuide() {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-guide-built-'))
  cpSync(await buildPages(), folder, { recursive: true })
  await writeGuide(folder, '1.2.3')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

export async function serveGuide(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://guide.invalid')
    const path = extname(pathname) === '' ? `${pathname}.html` : pathname
    try {
      const bytes = readFileSync(join(folder, path))
      response.writeHead(200, { 'Content-Type': types[extname(path)], 'Content-Security-Policy': policy }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
