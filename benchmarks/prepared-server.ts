import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { startAppServer } from '#tests/helpers/app-server.ts'
import { buildCheckout } from '#tests/helpers/builders.ts'
import { openProviderDouble, type ProviderState, type ProviderDouble } from './provider-double.ts'
import { withInFlight } from './settle-load.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_benchmark'

const WRITER = new URL('../src/server/writer.ts', import.meta.url)

/** A data folder with checkouts that the provider knows, for starting the product on it. */
export interface PreparedServer {
  refs: string[]
  dataDir: string
  provider: ProviderDouble
  /** Changes the state of a checkout at the provider. */
  decide(ref: string, state: ProviderState): void
  start(): ReturnType<typeof startAppServer>
  remove(): Promise<void>
}

/** Prepares `count` checkouts; the functions return the provider's state and the cents of each. */
export async function prepareServer(
  count: number,
  stateOf: (index: number) => ProviderState,
  amountOf: (index: number) => number = () => 500,
): Promise<PreparedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  const provider = await openProviderDouble()
  const refs = Array.from({ length: count }, (_, index) => `cs_test_${index}`)
  const deciding = new Map<string, (state: ProviderState) => void>()
  await fill(dataDir, refs, amountOf, (ref, checkoutId, index) => {
    const decide = (state: ProviderState) =>
      provider.announce(ref, checkoutId, state, amountOf(index))
    deciding.set(ref, decide)
    decide(stateOf(index))
  })
  return {
    refs,
    dataDir,
    provider,
    decide: (ref, state) => deciding.get(ref)?.(state),
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
