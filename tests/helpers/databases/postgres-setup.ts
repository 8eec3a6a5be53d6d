import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** Starts one PostgreSQL server per run; suites get its URL by `inject('postgresUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
