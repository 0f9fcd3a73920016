import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { chromiumPath } from '@p2p-rates/dashboard/testing'

/** The newest that runs on every Node we support; fetched when it is first asked for. */
const program = 'lighthouse@12.8.2'

type Scores = { readonly performance: number; readonly accessibility: number }

/** Lighthouse scores out of 100 on its own slow phone; `null` if Lighthouse can't be fetched or run. */
export async function measureLighthouse(url: string, print: (line: string) => void): Promise<Scores | null> {
  const child = spawn(
    'npx',
    [
      '--yes',
      program,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility',
      '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage --disable-background-networking',
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [report, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) {
    print(`  Lighthouse did not run: ${complaints.trim().split('\n').at(-1)}`)
    return null
  }
  const { categories } = JSON.parse(report) as { categories: Record<string, { score: number | null }> }
  const of = (name: string) => (categories[name]?.score ?? 0) * 100
  return { performance: of('performance'), accessibility: of('accessibility') }
}
