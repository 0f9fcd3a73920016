import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a Chromium is; `null` on a machine without one. `CHROMIUM` names another place. */
export const chromiumPath: string | null =
  [process.env.CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path)) ?? null

if (chromiumPath === null) {
  // A gate that must prove the pages says so, and does not go on without.
  if (process.env.NEEDS_CHROMIUM === '1') throw new Error('There is no Chromium on this machine.')
  console.log('No Chromium on this machine: tests of the pages are skipped.')
}

export function openBrowser(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('There is no Chromium on this machine.')
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
