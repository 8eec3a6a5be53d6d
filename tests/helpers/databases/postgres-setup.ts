import type { TestProject } from 'vitest/node'
import { openPostgres } from '#server/infra/database/postgres/postgres.ts'
import { startPostgres } from './postgres.ts'

const TEMPLATE = 'royale_template'

/** Starts one PostgreSQL server per run; suites get its URL by `inject('postgresUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // It would visit all of the hundreds of databases that a run leaves, each once a minute.
  const postgres = await startPostgres({ settings: ['autovacuum=off'] })
  project.provide('postgresUrl', postgres.url)
  const template = await openPostgres(await postgres.createDatabase(TEMPLATE))
  await template.close()
  project.provide('postgresTemplate', TEMPLATE)
  return postgres.stop
}
