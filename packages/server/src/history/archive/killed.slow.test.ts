import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { startMs } from './testing/moving-market.js'
import { startArchiver, versionsIn } from './testing/start-archiver.js'

test('a server that is killed in the middle of a write leaves everything before it', async () => {
  const folder = join(makeFolder(), 'archive')
  const program = fileURLToPath(new URL('./testing/archive-until-killed.ts', import.meta.url))
  const tsx = import.meta.resolve('tsx')
  for (const lastsMs of [0, 3, 11]) {
    const before = existsSync(folder) ? (await versionsIn(folder)).versions : []
    const child = spawn(process.execPath, ['--import', tsx, program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    const written: number[] = []
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk
    })
    await expect.poll(() => text.split('\n').length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(5)
    const until = performance.now() + lastsMs
    while (performance.now() < until);
    child.kill('SIGKILL')
    await once(child, 'exit')
    written.push(...text.trim().split('\n').slice(0, -1).map(Number))
    const next = startArchiver({ folder })
    const added = await next.publish(startMs + 10 * 3_600_000)
    await next.archiver.flushAndClose()
    const { versions, damage } = await versionsIn(folder)
    expect(damage).toEqual([])
    expect(versions.slice(0, before.length)).toEqual(before)
    for (const version of written) expect(versions).toContain(version)
    expect(versions).toContain(added)
  }
})
