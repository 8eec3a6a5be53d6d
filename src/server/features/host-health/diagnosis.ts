import type { HealthCheck, HostHealth } from '#contract/host/health.ts'
import { newestMigration } from '#server/infra/database/migrate.ts'
import { readHealth, type HealthDeps } from './health.ts'

export interface DiagnosisDeps extends HealthDeps {
  providerHealth: HealthDeps['providerHealth'] & { checkNow(): Promise<void> }
  /** Proves that the database can be written and read. */
  writeProof: { holds(): Promise<boolean> }
  /** Lists the owners with whether each has a second factor. */
  listOwners: () => Promise<{ email: string; hasSecondFactor: boolean }[]>
}

/** Tries everything again that the server can try by itself, and returns the state of each. */
export async function diagnose(deps: DiagnosisDeps): Promise<HostHealth> {
  const database = await checkDatabase(deps)
  // Nothing else can be read then.
  if (database.state === 'failing') {
    return { at: new Date(deps.clock()).toISOString(), checks: [database] }
  }
  await deps.providerHealth.checkNow()
  const { at, checks } = await readHealth(deps)
  return { at, checks: [database, ...checks, ...(await checkOwners(deps))] }
}

async function checkDatabase({ writeProof }: DiagnosisDeps): Promise<HealthCheck> {
  const about = { id: 'database', name: 'Database', since: null }
  if (await writeProof.holds()) {
    const sentence = `A row was written and read; the schema is ${newestMigration()}.`
    return { ...about, state: 'ok', sentence }
  }
  const sentence =
    "It cannot be written or read. Look at the server's log, which has the reason: a full disk, the rights on DATA_DIR, or PostgreSQL."
  return { ...about, state: 'failing', sentence }
}

/** Real money asks for second factors; without real money they are a choice. */
async function checkOwners({ listOwners, publicConfig }: DiagnosisDeps): Promise<HealthCheck[]> {
  if (publicConfig.payments !== 'live') return []
  const about = { id: 'owners', name: 'Owners', since: null }
  const owners = await listOwners()
  const without = owners.filter(({ hasSecondFactor }) => !hasSecondFactor)
  if (owners.length === 0) {
    const sentence =
      'Nobody is an owner. Set ADMIN_EMAIL and confirm that address, or run `donation-royale host link`.'
    return [{ ...about, state: 'failing', sentence }]
  }
  if (without.length === 0) {
    return [{ ...about, state: 'ok', sentence: 'Each has a second factor.' }]
  }
  const names = without.map(({ email }) => email).join(', ')
  const sentence = `No second factor: ${names}. Each sets one up in the account's settings; without it the console stays closed.`
  return [{ ...about, state: 'failing', sentence }]
}
