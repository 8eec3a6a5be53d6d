import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from './config.ts'

type Settings = Pick<Config, 'payments' | 'databaseUrl' | 'dataDir'>

/**
 * Says in one line, without a password, which mode and database an installation has: the same for all
 * that work with it on this machine, wherever they were started.
 */
export function describeInstallation({ payments, databaseUrl, dataDir }: Settings): string {
  return `Payments: ${payments}. Database: ${nameDatabase(databaseUrl, dataDir)}`
}

/** Names a database without its password. */
export function nameDatabase(databaseUrl: string | undefined, dataDir: string): string {
  if (databaseUrl === undefined) {
    return `SQLite in ${existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir)}`
  }
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}
