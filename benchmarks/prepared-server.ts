import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { startAppServer } from '../tests/helpers/app-server.ts'
import { buildCheckout } from '../tests/helpers/builders.ts'
import { openProviderDouble, type Fate, type ProviderDouble } from './provider-double.ts'
import { withInFlight } from './settle-load.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_benchmark'

const WRITER = new URL('../src/server/writer.ts', import.meta.url)

/** A data folder with checkouts that the provider knows, for the product to be started on. */
export interface PreparedServer {
  refs: string[]
  dataDir: string
  provider: ProviderDouble
  /** Lets something else become of a checkout. */
  decide(ref: string, fate: Fate): void
  start(): ReturnType<typeof startAppServer>
  remove(): Promise<void>
}

/** `fateOf` says what has become of each of the `count` checkouts, `amountOf` over how many cents. */
export async function prepareServer(
  count: number,
  fateOf: (index: number) => Fate,
  amountOf: (index: number) => number = () => 500,
): Promise<PreparedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  const provider = await openProviderDouble()
  const refs = Array.from({ length: count }, (_, index) => `cs_test_${index}`)
  const deciding = new Map<string, (fate: Fate) => void>()
  await fill(dataDir, refs, amountOf, (ref, checkoutId, index) => {
    const decide = (fate: Fate) => provider.announce(ref, checkoutId, fate, amountOf(index))
    deciding.set(ref, decide)
    decide(fateOf(index))
  })
  return {
    refs,
    dataDir,
    provider,
    decide: (ref, fate) => deciding.get(ref)?.(fate),
    start: () =>
      startAppServer({
        DATA_DIR: dataDir,
        PAYMENTS: 'test',
        MAX_DONATION_CENTS: '99999999',
        LOG_LEVEL: 'error',
        STRIPE_SECRET_KEY: 'sk_test_benchmark',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: provider.url,
      }),
    remove: async () => {
      await provider.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function fill(
  dataDir: string,
  refs: readonly string[],
  amountOf: (index: number) => number,
  announce: (ref: string, checkoutId: string, index: number) => void,
): Promise<void> {
  const database = await openSqlite({ dataDir, writerEntry: WRITER })
  const now = Date.now()
  await withInFlight(256, [...refs.entries()], async ([index, ref]) => {
    const checkout = buildCheckout({
      provider_ref: ref,
      amount_cents: amountOf(index),
      created_at: now,
      updated_at: now,
      expires_at: now + 3_600_000,
      next_check_at: now + 240_000,
    })
    announce(ref, checkout.id, index)
    await database.write(insertCheckouts, checkout)
  })
  await database.close()
}
