import { statSync } from 'node:fs'

/** An error whose message names the remedy, so the operator sees no stack trace. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

export function refuseUnlessFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new OperatorError(`There is no file ${path}.`)
  if (!found.isFile()) throw new OperatorError(`${path} is not a file.`)
}

/** A database or Redis that answers, but cannot be used as configured. */
export class UnsupportedDatabaseError extends Error {
  override readonly name = 'UnfitEngineError'
}

export class CannotListenError extends Error {
  override readonly name = 'CannotListenError'
}

/** `hostSetting` is null if the operator cannot choose the host. */
type ListenAddress = {
  readonly host: string
  readonly port: number
  readonly portSetting: string
  readonly hostSetting: string | null
}

export function cannotListen(
  error: unknown,
  { host, port, portSetting, hostSetting }: ListenAddress,
): CannotListenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const chooseHost = hostSetting === null ? '' : ` Set ${hostSetting}.`
  const words: Readonly<Record<string, string>> = {
    EADDRINUSE: `${address} is taken by another program (EADDRINUSE). Set ${portSetting}.`,
    EACCES: `This user may not listen on ${address} (EACCES). Set ${portSetting} to 1024 or higher.`,
    EADDRNOTAVAIL: `This machine has no address ${host} (EADDRNOTAVAIL).${chooseHost}`,
    ENOTFOUND: `No address is known for ${host} (ENOTFOUND).${chooseHost}`,
  }
  return new CannotListenError(words[code] ?? `Listening on ${address} failed (${code}).`, { cause: error })
}
