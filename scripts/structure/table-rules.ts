import { isTest } from './areas.ts'
import type { Module } from './modules.ts'

/** The folder of `src/server` that owns each table, such as `features/ledger`. */
export type TableOwners = Readonly<Record<string, string>>

const SERVER = 'src/server/'
/** The folder of migrations and of statements for any table. */
const INFRA = 'src/server/infra/'

/**
 * Checks that each table has an owner and is queried by it alone; returns one sentence per
 * violation.
 */
export function checkTables(modules: readonly Module[], owners: TableOwners): string[] {
  return [
    ...checkOwners(modules, owners),
    ...modules
      .filter(({ path }) => path.startsWith(SERVER) && !path.startsWith(INFRA) && !isTest(path))
      .flatMap((module) => checkQueries(module, owners)),
  ]
}

function checkOwners(modules: readonly Module[], owners: TableOwners): string[] {
  return Object.entries(owners)
    .filter(([, owner]) => !modules.some(({ path }) => path.startsWith(`${SERVER}${owner}/`)))
    .map(
      ([table, owner]) => `The table ${table} belongs to ${SERVER}${owner}, which does not exist`,
    )
}

function checkQueries({ path, tables }: Module, owners: TableOwners): string[] {
  return tables.flatMap((table) => {
    if (table === null) return [`${path} queries a table whose name is not a literal`]
    const owner = owners[table]
    if (owner === undefined) return [`${path} queries ${table}, which has no owner`]
    if (path.startsWith(`${SERVER}${owner}/`)) return []
    return [`${path} queries ${table}: ask its owner, ${SERVER}${owner}`]
  })
}
