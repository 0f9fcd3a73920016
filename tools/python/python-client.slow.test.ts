import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needs } from '@p2p-rates/core/testing'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ officials: true, settings: { P2P_PRIVATE_RECEIVERS: 'true' } })
})
afterAll(() => server.stop())

test('the tests of the Python client pass against a server', needs('python3'), async () => {
  const { stderr } = await promisify(execFile)(
    'python3',
    ['-B', '-W', 'error', '-m', 'unittest', 'discover', 'tests'],
    {
      cwd: join(repository, 'clients/python'),
      env: { ...process.env, PYTHONPATH: 'src', P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Business },
    },
  )
  expect(stderr).toMatch(/\nOK\s*$/)
})
