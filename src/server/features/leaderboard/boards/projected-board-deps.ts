import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { Listener } from '../leaderboard.ts'
import type { Projection } from './projection.ts'

export interface ProjectedBoardDeps {
  projection: Projection
  livemode: Livemode
  listeners: Set<Listener>
  /** The host's maximum for one donation; each read gives the latest. */
  limits: { maxCents: number }
  catchUp: () => Promise<void>
  /** Returns the public id of an account; see `createDonorIds`. */
  toDonorId: (userId: string) => string
  /** Runs `read` on a snapshot of the version that the projection has at that moment. */
  ask: <Result>(read: (snapshot: Reader) => Promise<Result>) => Promise<Result>
}
