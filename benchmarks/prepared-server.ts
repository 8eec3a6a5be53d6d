import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { openSqlite } from '#server/infra/database/sqlite.ts'
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
  start(): ReturnType<typeof startAppServer>
  remove(): Promise<void>
}

/** `fateOf` says what has become of each of the `count` checkouts. */
export async function prepareServer(
  count: number,
  fateOf: (index: number) => Fate,
): Promise<PreparedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  const provider = await openProviderDouble()
  const refs = Array.from({ length: count }, (_, index) => `cs_test_${index}`)
  await fill(dataDir, refs, (ref, checkoutId, index) =>
    provider.announce(ref, checkoutId, fateOf(index)),
  )
  return {
    refs,
    dataDir,
    provider,
    start: () =>
      startAppServer({
        DATA_DIR: dataDir,
        PAYMENTS: 'test',
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
  announce: (ref: string, checkoutId: string, index: number) => void,
): Promise<void> {
  const database = await openSqlite({ dataDir, writerEntry: WRITER })
  const now = Date.now()
  await withInFlight(256, [...refs.entries()], async ([index, ref]) => {
    const checkout = buildCheckout({
      provider_ref: ref,
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
