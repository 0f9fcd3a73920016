import { exchangeIds } from '@p2p-rates/core'
import { onTestFinished, vi } from 'vitest'
import { buildServer } from '../../app/build.js'
import { runProgram } from '../program.js'

export const runCommand = async (words: string, dataDir: string) => {
  const mask = process.umask()
  onTestFinished(() => void process.umask(mask))
  vi.stubEnv('P2P_DATA_DIR', dataDir)
  vi.stubEnv('P2P_SIMULATED', 'true')
  vi.stubEnv('P2P_EXCHANGE_URLS', exchangeIds.map((id) => `${id}=http://127.0.0.1:9`).join(','))
  vi.stubEnv('P2P_LOG_LEVEL', 'error')
  const lines: string[] = []
  const errors: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line))),
    vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(String(line))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0),
  ]
  const code = await runProgram(words.split(' '), buildServer)
  for (const spy of spies) spy.mockRestore()
  return { code, out: lines.join('\n'), err: errors.join('\n') }
}
