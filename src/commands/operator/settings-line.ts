import type { Config } from '#server/config.ts'

/** Says in one line which mode, database and address a command works with, without a password. */
export function describeSettings({ payments, databaseUrl, dataDir, publicUrl }: Config): string {
  return `Payments: ${payments}. Database: ${nameDatabase(databaseUrl, dataDir)}. Address: ${publicUrl}\n`
}

/** Names a database without its password. */
export function nameDatabase(databaseUrl: string | undefined, dataDir: string): string {
  if (databaseUrl === undefined) return `SQLite in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}
