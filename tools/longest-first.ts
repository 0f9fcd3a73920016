import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What takes longest, most of it waiting for processes and real time: begun last, it would run on alone at the end. */
export const longest: readonly string[] = [
  'packages/dashboard/src/journeys/every-page.slow.test.ts',
  'tools/deploy/release.slow.test.ts',
  'packages/server/src/company/collecting-apart.slow.test.ts',
  'packages/server/src/company/shared.slow.test.ts',
  'proofs/alerts.slow.test.ts',
  'proofs/server-proofs.slow.test.ts',
  'packages/server/src/store/postgres/ports.slow.test.ts',
  'packages/server/src/endpoints/conformance.test.ts',
]

/** The files that are known to take longest, then the others as ever, those of a project in a row: they share a process. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const names = [...new Set(sorted.map(({ project }) => project.name))]
    return longestFirst(names.flatMap((name) => sorted.filter(({ project }) => project.name === name)))
  }
}

export function longestFirst<File extends Pick<TestSpecification, 'moduleId'>>(files: readonly File[]): File[] {
  const placeOf = ({ moduleId }: File): number => {
    const place = longest.indexOf(moduleId.slice(root.length))
    return place < 0 ? longest.length : place
  }
  return files.toSorted((one, other) => placeOf(one) - placeOf(other))
}
