import { startServer, type TestServer, type TestServerOptions } from '@p2p-rates/server/testing'
import { buildPages } from './build-pages.js'

export const startPages = async (
  settings: Readonly<Record<string, string>> = {},
  more: Pick<TestServerOptions, 'crossed' | 'dataDir' | 'fiats' | 'historyDays'> = {},
): Promise<TestServer> =>
  startServer({
    historyDays: 0,
    fiats: ['UAH'],
    exchanges: ['okx', 'binance'],
    pages: await buildPages(),
    settings,
    ...more,
  })
