import { createHmac } from 'node:crypto'
import type { Challenge } from '#contract/proof-of-work.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { DueWorker } from '#server/infra/due-worker.ts'
import { createAlarmWatch, type AlarmWatchDeps } from './alarm-watch.ts'
import { WINDOW_MS } from './limits.ts'
import { createProofOfWork } from './proof-of-work.ts'
import type { SessionIdentity, VerifiedProof } from './proof-of-work.ts'
import { countDeclines, findAlarmUntil } from './store.ts'

export interface CardTestingDeps extends AlarmWatchDeps {
  database: Database
  /** The key that signs challenges; the same on all nodes. */
  secret: string
}

/** The state of the whole installation. */
export interface CardTestingState {
  isAlarmOn: boolean
  /** The declines of the last ten minutes. */
  recentDeclines: number
}

/** Keeps people from trying stolen cards here. */
export interface CardTesting {
  /** Returns a keyed hash of an address, for counting without storing it. */
  addressName(addressKey: string): string
  challenge(level: number, session: SessionIdentity): Promise<Challenge>
  verifyProof(value: string, session: SessionIdentity): Promise<VerifiedProof | undefined>
  measure(): Promise<CardTestingState>
  readonly watch: DueWorker
}

export function createCardTesting(deps: CardTestingDeps): CardTesting {
  const { database, secret, clock } = deps
  const proofs = createProofOfWork(secret, clock)
  const addressSecret = createHmac('sha256', secret).update('card testing: address').digest()
  return {
    addressName: (addressKey) =>
      createHmac('sha256', addressSecret).update(addressKey).digest('base64url'),
    challenge: (level, session) => proofs.challenge(level, session),
    verifyProof: (value, session) => proofs.verify(value, session),
    measure: async () => ({
      isAlarmOn: (await findAlarmUntil(database.reader)) > clock(),
      recentDeclines: await countDeclines(database.reader, clock() - WINDOW_MS),
    }),
    watch: createAlarmWatch(deps),
  }
}
