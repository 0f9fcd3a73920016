import { readConfig } from '@p2p-rates/server'
import { startSimulator } from '@p2p-rates/simulator'
import { expect, test } from 'vitest'
import { demoSettings } from './demo-settings.js'
import { addressesOf, startDemo } from './start-demo.js'

test('the server takes the addresses of the whole simulated world, those of its central banks among them', async () => {
  const simulator = await startSimulator({ seed: 7 })
  await simulator.close()
  const addresses = addressesOf({ ...simulator.baseUrls, ...simulator.officials.urls })
  const { config } = readConfig({ P2P_EXCHANGE_URLS: addresses })
  for (const id of [...config.EXCHANGES, 'nbu', 'ecb']) expect(config.EXCHANGE_URLS?.has(id)).toBe(true)
})

const token = '123456:AAbbccddee'
const smtp = { P2P_SMTP_URL: 'smtp://127.0.0.1:2525', P2P_SMTP_FROM: 'alerts@example.com' }

test('alerts to people and plans are taken from the environment, and nothing else is', () => {
  const telegram = { P2P_TELEGRAM_TOKEN: token, P2P_TELEGRAM_API_URL: 'http://127.0.0.1:8081' }
  const others = { P2P_DATA_DIR: '/var/lib/p2p', P2P_PORT: '1', P2P_PUBLIC_URL: 'https://a.example.com', PATH: '/bin' }
  expect(demoSettings({ ...others, ...telegram }, 'http://127.0.0.1:8080')).toEqual(telegram)
  const plans = { P2P_PLANS: '{"Free":{"requestsPerMinute":7}}' }
  const taken = demoSettings({ ...others, ...plans }, 'http://127.0.0.1:8080')
  expect(taken).toEqual(plans)
  expect(readConfig(taken).config.PLANS.Free.requestsPerMinute).toBe(7)
  expect(demoSettings({ P2P_TELEGRAM_TOKEN_FILE: '/run/token', P2P_SMTP_URL: '' }, 'http://127.0.0.1:8080')).toEqual({
    P2P_TELEGRAM_TOKEN_FILE: '/run/token',
  })
})

test('mails carry links to where the pages are', () => {
  const read = (environment: Record<string, string>) =>
    readConfig(demoSettings(environment, 'http://127.0.0.1:8080')).config
  expect(read(smtp)).toMatchObject({ SMTP_URL: smtp.P2P_SMTP_URL, PUBLIC_URL: 'http://127.0.0.1:8080' })
  expect(read({ ...smtp, P2P_PUBLIC_URL: 'https://a.example.com' }).PUBLIC_URL).toBe('https://a.example.com')
})

test('a wrong one is reported before anything is started', async () => {
  const environment = { P2P_TELEGRAM_TOKEN: 'no-token', P2P_SMTP_URL: 'smtp://127.0.0.1:2525' }
  await expect(startDemo({ port: 0, seed: 7, environment })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/P2P_TELEGRAM_TOKEN .*; P2P_SMTP_URL needs P2P_SMTP_FROM/),
  })
})
