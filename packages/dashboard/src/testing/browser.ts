import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lacks } from '@p2p-rates/core/testing'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of a Chromium that runs here; null without one. `CHROMIUM` names another place. */
export const chromiumPath: string | null =
  [process.env.CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path) && runs(path)) ?? null

/** False for a file without the right to run, and for the script that only prints where to get a Chromium. */
function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

export const needsChromium = lacks(...(chromiumPath === null ? ['chromium'] : []))

export function openBrowser(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('There is no Chromium on this machine.')
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
