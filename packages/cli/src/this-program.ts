import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'

/** The file that was started. */
export const thisProgram = (): string => realOf(process.argv[1] ?? '') ?? ''

/** Whether that name on the user's PATH is this program. Folders that npm adds to PATH do not count. */
export const isCalledBy = (name: string, program: string, path = ''): boolean =>
  path
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}`))
    .some((folder) => realOf(join(folder, name)) === program)

/** `npm install` for the place of this program: with -g unless it is part of a project. */
export function installCommand(packages: readonly string[], program = thisProgram()): string {
  const place = program.lastIndexOf(`${sep}node_modules${sep}`)
  const project = place < 0 ? null : program.slice(0, place)
  const isGlobal = project !== null && !existsSync(join(project, 'package.json'))
  return `npm install ${isGlobal ? '-g ' : ''}${packages.join(' ')}`
}

/** Whether one of these packages was not found. Other failures have other causes. */
export function isMissing(error: unknown, packages: readonly string[]): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  return code === 'ERR_MODULE_NOT_FOUND' && packages.some((name) => message.includes(`'${name}'`))
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
