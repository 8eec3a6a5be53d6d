import type { OwnPlace } from '#contract/own-place.ts'
import type { Reader } from '#server/infra/database/database.ts'
import {
  findShown,
  readVersion,
  toPublicDonation,
  type RankKey,
} from '#server/features/ledger/ledger.ts'
import type { RankedBoard } from '../leaderboard.ts'
import { landingOf } from '../rank-quote.ts'
import { orUnavailable } from '../snapshot-rounds.ts'
import type { Surroundings, SurroundingsOptions } from '../surroundings.ts'
import { toCursor } from './board-cursor.ts'
import type { DonorsVersion } from './donors-version.ts'
import type { ProjectedBoardDeps } from './projected-board-deps.ts'
import type { Projection } from './projection.ts'

/** Creates what a board of donors has beside other boards. */
export function createDonorPart(
  deps: ProjectedBoardDeps,
): Required<Pick<RankedBoard, 'ownPlace' | 'readDonors'>> {
  const { projection, livemode, ask } = deps
  return {
    ownPlace: (userId) => findOwnPlace(deps, userId),
    readDonors: (look) =>
      orUnavailable(
        ask(async (snapshot) => {
          const feedVersion = await readVersion(snapshot)
          return look({ livemode, feedVersion, ...viewDonors(projection, snapshot) })
        }),
      ),
  }
}

function viewDonors(
  projection: Projection,
  snapshot: Reader,
): Omit<DonorsVersion, 'livemode' | 'feedVersion'> {
  const { keys, span, total } = projection.view
  const positionOf = (key: RankKey) => keys.countBefore(key) + 1
  return {
    span,
    total,
    snapshot,
    keyOf: (userId) => projection.findOwn(userId),
    positionOf,
    readRow: async (key) => {
      const [row] = await projection.readRows(snapshot, [key])
      return row && toPublicDonation(row, positionOf(key))
    },
    surroundingsOf: (key, options) => readSurroundings(projection, snapshot, { key, ...options }),
  }
}

async function readSurroundings(
  projection: Projection,
  snapshot: Reader,
  { key, above, below, leastCents }: SurroundingsOptions & { key: RankKey },
): Promise<Surroundings> {
  const { keys } = projection.view
  const index = keys.countBefore(key)
  const from = Math.max(0, index - above)
  const rows = await projection.readRows(snapshot, keys.slice(from, index + below + 1))
  const higher = keys.at(from)
  return {
    entries: rows.map((row, at) => toPublicDonation(row, from + at + 1)),
    after: from === 0 || higher === undefined ? null : toCursor(projection, higher),
    landing: landingOf(keys, Math.max(key.amountCents + 1, leastCents)),
  }
}

/** Returns where a donor stands, after every change committed before the call. */
function findOwnPlace(
  { projection, livemode, ask }: ProjectedBoardDeps,
  userId: string,
): Promise<OwnPlace> {
  return orUnavailable(
    ask(async (snapshot) => {
      const id = projection.idOf(userId)
      const key = projection.findOwn(userId)
      if (key === undefined) return { id, place: null }
      const { keys } = projection.view
      const before = keys.countBefore(key)
      const naming = projection.namingOf(userId)
      const [[above], named] = await Promise.all([
        projection.readRows(snapshot, keys.slice(before - 1, before)),
        findShown(snapshot, livemode, naming === null ? [] : [naming]),
      ])
      return {
        id,
        place: {
          position: before + 1,
          amountCents: key.amountCents,
          above: above === undefined ? null : { name: above.name, amountCents: above.amountCents },
          linkedDonationId: naming === null ? null : (named.get(naming)?.id ?? null),
        },
      }
    }),
  )
}
