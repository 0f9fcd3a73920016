import { writeFileSync } from 'node:fs'
// Brings what tests say of missing programs.
import type {} from '@p2p-rates/core/testing'
import { DefaultReporter, type TestModule, type TestRunEndReason, type Vitest } from 'vitest/node'

/**
 * A green run is short: only files that failed are printed, and nothing that a passing test wrote. The last line is
 * `N passed, N failed, N skipped`, which `.ci/run` repeats from `.test-summary`.
 */
export default class TestReporter extends DefaultReporter {
  /** Programs of which a test is skipped here, such as `nginx`. */
  private readonly missing = new Set<string>()

  constructor() {
    super({ silent: 'passed-only' })
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest)
    vitest.logger.log(`Random tests use SEED=${vitest.config.env.SEED}.\n`)
  }

  override printTestModule(module: TestModule): void {
    if (module.state() === 'failed') super.printTestModule(module)
  }

  override onTestRunEnd(modules: readonly TestModule[], errors: readonly never[], reason: TestRunEndReason): void {
    super.onTestRunEnd(modules, errors, reason)
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      // A file that cannot be loaded has no tests, and counts as one failure.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state] += 1
        if (state === 'skipped') for (const name of test.meta().missing ?? []) this.missing.add(name)
      }
    }
    // `PostgreSQL` also requires `PostgreSQL with CREATEDB`.
    const words = (process.env.REQUIRED_PROGRAMS ?? '').split(' ')
    const required = [...this.missing].filter((name) => words.includes(name.split(' ')[0] ?? ''))
    if (required.length > 0) {
      counts.failed += 1
      process.exitCode = 1
    }
    const lines = [
      ...(required.length > 0 ? [`required, but not installed: ${required.join(', ')}`] : []),
      ...(this.missing.size > 0 ? [`skipped, not installed: ${[...this.missing].sort().join(', ')}`] : []),
      `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
    ]
    writeFileSync('.test-summary', `${lines.join('\n')}\n`)
    // vitest prints its own summary in the same turn; these lines belong below it.
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`))
  }
}
