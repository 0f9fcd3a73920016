import type { Exchanges } from '@p2p-rates/core'
import type { APIPromise, P2P, RateStream, StreamQuery } from '@p2p-rates/sdk'
import { hintForOptions } from './cli-error.js'
import type { Settings } from './settings/settings.js'
import { openServerSource, usualServerPatienceMs } from './source/server-source.js'
import type { Source } from './source/source.js'
import type { Terminal } from './terminal.js'
import { withTimeout } from './with-timeout.js'
import { foreign, say } from './words/say.js'

type SourceSessionParts = {
  readonly terminal: Terminal
  readonly origins: ReadonlyMap<string, string>
  readonly settings: () => Promise<Settings>
  readonly exchanges: () => Promise<Exchanges>
}

export function createSourceSession({ terminal, origins, settings, exchanges }: SourceSessionParts) {
  let opened: Promise<Source> | undefined
  let answeringServer: string | null = null
  let isSimulated = false
  let isReplay = false
  let pendingCount = 0

  async function open(everySeconds?: number): Promise<Source> {
    const read = await settings()
    if (read.server !== null) return openServerSource(read.server, read.key, read)
    if (read.exchangeUrls.size > 0)
      terminal.printNote(
        say('Reading the exchanges directly, at the addresses of --exchange-url, P2P_EXCHANGE_URLS or the profile.'),
      )
    const { openDirectSource } = await import('./source/direct-source.js')
    return openDirectSource(read, await exchanges(), everySeconds)
  }
  const source = (everySeconds?: number): Promise<Source> => {
    opened ??= open(everySeconds)
    return opened
  }

  /** Fails when a server takes longer than allowed. Late exchanges are left out by the direct client itself. */
  async function waitFor<T>(server: string | null, answer: PromiseLike<T>): Promise<T> {
    // Questions asked at the same time share one spinner.
    const progress = pendingCount++ === 0 ? terminal.progress() : null
    const showProgress = () =>
      progress?.showProgress(server === null ? say('reading the exchanges') : say('waiting for {server}', { server }))
    // A server answers at once; exchanges take their time.
    const progressTimer = setTimeout(showProgress, server === null ? 0 : 1_000)
    const timeoutMs = (await settings()).timeoutMs ?? usualServerPatienceMs
    try {
      const answered = await (server === null ? answer : withTimeout(answer, server, timeoutMs))
      answeringServer = server
      return answered
    } finally {
      clearTimeout(progressTimer)
      progress?.endProgress()
      pendingCount--
    }
  }

  async function request<T>(send: (p2p: P2P) => APIPromise<T>): Promise<T> {
    const { p2p, server } = await source()
    const response = send(p2p)
    const { data, simulated, replayedAt, hint } = await waitFor(server, response.withResponse())
    isSimulated ||= simulated
    if (replayedAt !== null && !isReplay)
      terminal.printWarning(say('REPLAY of an archive: prices of {replayedAt}.', { replayedAt }))
    isReplay ||= replayedAt !== null
    if (hint !== null) terminal.printWarning(hintForOptions(foreign(hint), origins))
    return data
  }

  async function followStream(query: StreamQuery, everySeconds: number): Promise<RateStream> {
    const { p2p, server } = await source(everySeconds)
    const updates = p2p.stream(query)
    const next = updates.next.bind(updates)
    let isFirst = true
    // A loop reads `next` once, so this one serves the later answers too, which come when there is news.
    updates.next = async () => {
      if (!isFirst) return next()
      isFirst = false
      return waitFor(server, next())
    }
    return updates
  }

  return {
    source,
    ask: request,
    follow: followStream,
    answeringServer: () => answeringServer,
    isSimulated: () => isSimulated,
    // The reason why it did not open was printed already.
    close: async () => opened?.then((one) => one.close()).catch(() => {}),
  }
}
