import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** One PostgreSQL server a run; suites get its address by `inject('postgresUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
