import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../packages/cli/bin/p2p.mjs', import.meta.url))

/** Run `p2p index days --verify` as any user can. Null if the chain is valid, else the output of the program. */
export async function verifyFixingsAsUser(url: string, key: string, fiat: string): Promise<string | null> {
  const words = ['index', 'days', fiat, '--verify', '--json', '--server', url, '--key', key, '--proxy', 'none']
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return code === 0 ? null : said
}
