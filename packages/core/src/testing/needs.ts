import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

declare module 'vitest' {
  interface TaskMeta {
    readonly missing?: readonly string[]
  }
}

/** Empty if nothing is missing: a group's `skip: false` would undo the `skip` of a test inside. */
export type Needs = { readonly skip?: true; readonly meta?: { readonly missing: readonly string[] } }

/**
 * Options of a test, or of a group of tests, that uses optional programs. If one is missing, the test is skipped and
 * the last lines of the run name the program.
 *
 * @example test('the recipe works as printed', needs('curl'), async () => { … })
 */
export const needs = (...programs: readonly string[]): Needs => lacks(...programs.filter((name) => !isOnPath(name)))

/** Same for requirements other than programs on the PATH, such as a database. */
export const lacks = (...missing: readonly string[]): Needs =>
  missing.length === 0 ? {} : { skip: true, meta: { missing } }

export const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
