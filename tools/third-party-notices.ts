import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Writes `dist/THIRD-PARTY-NOTICES.txt`: the licence of every package whose code lies in the output.
 * The formats of one package are built at the same time, so their licences are gathered.
 */
export const thirdPartyNotices = (): Plugin => {
  const carried = new Map<string, string>()
  return {
    name: 'third-party-notices',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        for (const { inputs } of Object.values(metafile?.outputs ?? {}))
          for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
            const folder = bytesInOutput > 0 ? packageFolder(path) : null
            if (folder !== null) carried.set(folder, noticeOf(folder))
          }
        if (carried.size === 0) return
        mkdirSync('dist', { recursive: true })
        writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices([...carried.values()]))
      })
    },
  }
}

/** `../../node_modules/.pnpm/zod@4/node_modules/zod/v4/core.js` lies in the folder that ends in `/zod`. */
const packageFolder = (path: string): string | null =>
  /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/'))?.[1] ?? null

const licenceFile = /^(licen[cs]e|copying|notice)/i

const noticeOf = (folder: string): string => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const texts = readdirSync(folder)
    .filter((name) => licenceFile.test(name) && !/\.[jt]s$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
  if (texts.length === 0 && manifest.license === undefined)
    throw new Error(`${manifest.name} is bundled, and says nowhere under which licence`)
  return [`${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})`, ...texts].join('\n\n')
}

const notices = (carried: readonly string[]): string =>
  ['This package carries code of the following packages. Their licences:', ...[...carried].sort(), ''].join(
    `\n\n${'-'.repeat(80)}\n\n`,
  )
