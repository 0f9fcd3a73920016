import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed` as the last line, for readers that know no test runner. The gate repeats it. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0
    let failed = unhandledErrors.length
    let skipped = 0
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed') failed += 1
        else skipped += 1
      }
    }
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    writeFileSync('.test-summary', `${line}\n`)
    // vitest prints its own summary in the same turn; ours belongs below it.
    process.once('exit', () => process.stdout.write(`${line}\n`))
  }
}
