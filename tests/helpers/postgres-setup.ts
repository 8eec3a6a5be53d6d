import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Reaches the run's PostgreSQL server; make databases of your own with
     * `createPostgresDatabase`.
     */
    postgresUrl: string
  }
}

/** One PostgreSQL server a run; suites get its address by `inject('postgresUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
