import { join } from 'node:path'
import { runChecks } from './check.ts'
import { runCommand } from './run-command.ts'
import { findChangedFiles, findTestsBeside } from './test-report/changed-tests.ts'

const ROOT = join(import.meta.dirname, '..')

// The argument is the commit to compare with.
const changed = findChangedFiles(ROOT, process.argv[2])
const tests = findTestsBeside(ROOT, changed)
console.log(`${changed.length} changed files, ${tests.length} test files in their folders`)
const results = await runChecks()
const { code } =
  tests.length === 0 ? { code: 0 } : await runCommand(['vitest', 'run', ...tests], { show: true })
process.exitCode = code === 0 && results.every(({ passed }) => passed) ? 0 : 1
