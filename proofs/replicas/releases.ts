import type { Change } from './changed-build.js'

/** The environment in which the changed build takes itself for this release; empty for the one that it is. */
export type Release = Readonly<Record<string, string>>

export const laterRelease = (
  name: string,
  steps: readonly { readonly kind: 'expand' | 'breaking'; readonly sql: string }[],
): Release => ({ PROOF_RELEASE: name, PROOF_STEPS: JSON.stringify(steps) })

const server = 'packages/server/src'

/** Changes that let one build act as any release, because a build per release would take too long. */
export const anyRelease: readonly Change[] = [
  {
    file: `${server}/base/version.ts`,
    search: `export { version } from '../../package.json'`,
    replacement: `import { version as ours } from '../../package.json'
export const version = process.env.PROOF_RELEASE ?? ours`,
  },
  {
    file: `${server}/storage/postgres/schema.ts`,
    search: 'export const steps: readonly Step[] = ',
    // Append the steps after our own, before the server reads them.
    replacement: `queueMicrotask(() => steps.push(...JSON.parse(process.env.PROOF_STEPS ?? '[]')))
export const steps: Step[] = `,
  },
]
