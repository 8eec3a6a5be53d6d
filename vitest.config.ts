import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/helpers/vitest/longest-first.ts'

const CONSOLE_ERRORS = 'tests/helpers/vitest/fail-on-console-error.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the cores of a small machine: the tests wait for half of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // These end what hangs. Nothing may depend on how fast the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          sequence: { groupOrder: 1 },
          // A process for each file would take longer than most tests in it.
          isolate: false,
          environment: 'node',
          include: [
            '{src/server,src/commands,src/contract,sandbox,tests,scripts,benchmarks}/**/*.test.ts',
          ],
          exclude: ['tests/e2e/**'],
          globalSetup: [
            'tests/helpers/databases/postgres-setup.ts',
            'tests/helpers/databases/sqlite-setup.ts',
          ],
          setupFiles: [CONSOLE_ERRORS],
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'client',
          // Projects with other kinds of processes run one after the other.
          sequence: { groupOrder: 0 },
          // Files share a process; each has a page and modules of its own.
          pool: 'vmForks',
          environment: 'jsdom',
          include: ['src/client/**/*.test.{ts,tsx}'],
          setupFiles: [CONSOLE_ERRORS, 'tests/helpers/page/testing-library.ts'],
        },
      },
    ],
  },
})
