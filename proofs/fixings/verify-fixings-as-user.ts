import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../packages/cli/bin/p2p.mjs', import.meta.url))

/** Runs `--verify` over the whole chain and `--recompute` over these days, as any user can. Returns complaints. */
export async function verifyFixingsAsUser(
  url: string,
  key: string,
  fiat: string,
  [since, until]: readonly [since: string, until: string],
): Promise<readonly string[]> {
  const complaints: string[] = []
  for (const check of [['--verify'], ['--recompute', '--since', since, '--until', until]]) {
    const words = ['index', 'days', fiat, ...check]
    const said = await complaintOf([...words, '--json', '--server', url, '--key', key, '--proxy', 'none'])
    if (said !== null) complaints.push(`p2p ${words.join(' ')}: ${said}`)
  }
  return complaints
}

/** Null if the program ends with 0, else its output. */
async function complaintOf(words: readonly string[]): Promise<string | null> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return code === 0 ? null : said
}
