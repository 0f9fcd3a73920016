import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a test does to things that all files of one process share: the next file would find them changed. */
const changesWhatIsShared =
  /\bvi\.(mock|spyOn|stub\w+|useFakeTimers|resetModules)\b|\bplugIn\b|defineExchange|loadExchange|exchange-modules|process\.env\.\w+ = |process\.on\(|@vitest-environment/

/** The tests that get a process of their own, as paths in the repository. All others share one load of the code. */
export function testsApart(root: string, folders: readonly string[]): readonly string[] {
  return folders
    .flatMap((folder) => testsUnder(join(root, folder)))
    .filter((path) => changesWhatIsShared.test(readFileSync(path, 'utf8')))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
}

function testsUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testsUnder(path)
    return /\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}
