import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'

/** The file that was started. */
export const thisProgram = (): string => realOf(process.argv[1] ?? '') ?? ''

/** Whether a person calls this very program by that name. npm puts folders on PATH that are on nobody's. */
export const isCalledBy = (name: string, program: string, path = ''): boolean =>
  path
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}`))
    .some((folder) => realOf(join(folder, name)) === program)

/** `npm install`, as it reaches the place where this program is: with -g unless it is part of a project. */
export function installCommand(packages: readonly string[], program = thisProgram()): string {
  const place = program.lastIndexOf(`${sep}node_modules${sep}`)
  const project = place < 0 ? null : program.slice(0, place)
  const isGlobal = project !== null && !existsSync(join(project, 'package.json'))
  return `npm install ${isGlobal ? '-g ' : ''}${packages.join(' ')}`
}

/** Whether it is one of these packages that was not found: any other failure has another cause. */
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
