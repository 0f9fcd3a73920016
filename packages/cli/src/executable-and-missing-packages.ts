import { realpathSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { CliError } from './cli-error.js'
import { say } from './words/say.js'

export const executable = (): string => realOf(process.argv[1] ?? '') ?? ''

/** False if the name on the user's PATH is another program. Folders that npm adds to PATH don't count. */
export const isOnPath = (name: string, program: string, path = ''): boolean =>
  path
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}`))
    .some((folder) => realOf(join(folder, name)) === program)

/** Says which of these packages is missing. Failures with other causes are thrown on as they are. */
export function failIfMissing(cause: unknown, packages: readonly string[]): never {
  const { code, message = '' } = cause as { code?: unknown; message?: string }
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' && packages.some((name) => message.includes(`'${name}'`))
  if (!isMissing) throw cause
  const [what, other] = packages
  const needs =
    other === undefined
      ? say('This command needs {what} of the same version.', { what: String(what) })
      : say('This command needs {what} and {other} of the same version.', { what: String(what), other })
  throw new CliError('failed', needs, say('Install it the way you installed this tool.'), { cause })
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
