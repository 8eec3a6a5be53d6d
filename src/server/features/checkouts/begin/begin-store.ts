import type { Insertable } from 'kysely'
import type { Reader, Write, Writer } from '#server/infra/database/database.ts'
import { insertAll, type TableRows } from '#server/infra/database/insert-rows.ts'
import type { CheckoutsTable } from '#server/infra/database/schema/schema.ts'
import {
  admit,
  lockAccounts,
  type Admission,
  type TallyCheckouts,
  type TallySpan,
  type VerifiedProof,
} from '#server/features/card-testing/card-testing.ts'
import type {
  SpendingPolicy,
  SpendingRefusal,
} from '#server/features/spending-limits/spending-limits.ts'
import { judgeVotes, type VoteRefusal } from '#server/features/choices/choices.ts'
import {
  judgeTeam,
  storeTeam,
  type JudgedTeam,
  type TeamPolicy,
  type TeamRefusal,
} from '#server/features/donor-teams/donor-teams.ts'
import { hasPending } from '../has-pending.ts'
import { judgeNew } from '../spending/judge.ts'

export interface NewCheckout {
  checkout: Insertable<CheckoutsTable>
  /** The key of the client's address; null if it is unknown. */
  addressKey: string | null
  proof: VerifiedProof | null
  policy: SpendingPolicy
  team: {
    /** Null for none; undefined for the one that the donor is in. */
    id: string | null | undefined
    policy: TeamPolicy
  }
}

/** What a request is refused for that is not counted as a try. */
type Refusal =
  | { is: 'over-spending'; refusal: SpendingRefusal }
  | { is: 'no-vote'; refusal: VoteRefusal }
  | { is: 'team-refused'; refusal: TeamRefusal }

/** The result of a request to begin. */
export type Beginning = Admission | Refusal

/** Stores the checkouts that are admitted; returns for each whether it was, and what is missing. */
export const beginCheckouts: Write<NewCheckout, Beginning> = {
  name: 'checkouts.begin',
  apply: async (writer, inputs) => {
    const now = Math.max(...inputs.map(({ checkout }) => checkout.created_at))
    // So that what is counted here is exact on all nodes.
    await lockAccounts(writer, [...new Set(inputs.map(({ checkout }) => checkout.user_id))], now)
    const refusals = await judge(writer, inputs, now)
    const affordable = inputs.filter((_, index) => refusals[index] === undefined)
    const decided = new Map<NewCheckout, Beginning>()
    for (const turn of inTurns(affordable)) await beginTurn(writer, turn, decided)
    return inputs.map((input, index): Beginning => {
      const beginning = refusals[index] ?? decided.get(input)
      if (beginning === undefined) throw new Error('A request to begin was not decided.')
      return beginning
    })
  },
}

/** A server has one mode, and all of its requests the policy of the moment: the last is the latest. */
async function judge(
  writer: Writer,
  inputs: readonly NewCheckout[],
  now: number,
): Promise<(Refusal | undefined)[]> {
  const last = inputs.at(-1)
  if (last === undefined) return []
  const wishes = inputs.map(({ checkout }) => ({
    userId: checkout.user_id,
    amountCents: checkout.amount_cents,
  }))
  const { policy, checkout } = last
  const { livemode } = checkout
  const spending = await judgeNew(writer, wishes, { policy, livemode, now })
  const votes = await judgeVotes(
    writer,
    inputs.map(({ checkout: one }, index) => ({
      optionId: spending[index] === undefined ? (one.option_id ?? null) : null,
      at: one.created_at,
    })),
    livemode,
  )
  return inputs.map((_, index) => {
    const [over, vote] = [spending[index], votes[index]]
    if (over !== undefined) return { is: 'over-spending', refusal: over }
    return vote && { is: 'no-vote', refusal: vote }
  })
}

/**
 * Divides requests into turns in which an account has one only, where one of them names a team: what
 * was admitted of an account decides about the team of its next request.
 */
function inTurns(inputs: readonly NewCheckout[]): NewCheckout[][] {
  if (inputs.every(({ team }) => team.id === undefined || !team.policy.areOn)) return [[...inputs]]
  const turns: NewCheckout[][] = []
  const counts = new Map<string, number>()
  for (const input of inputs) {
    const { user_id: userId } = input.checkout
    const nth = counts.get(userId) ?? 0
    counts.set(userId, nth + 1)
    const turn = turns[nth] ?? []
    turns[nth] = turn
    turn.push(input)
  }
  return turns
}

/** Stores the checkouts of a turn that are admitted, and brings only their donors into teams. */
async function beginTurn(
  writer: Writer,
  turn: readonly NewCheckout[],
  decided: Map<NewCheckout, Beginning>,
): Promise<void> {
  const teams = new Map<NewCheckout, JudgedTeam>()
  for (const input of turn) {
    const judged = await judgeTeam(writer, toWish(input), input.team.policy, hasPending)
    if ('refused' in judged) decided.set(input, { is: 'team-refused', refusal: judged.refused })
    else teams.set(input, judged)
  }
  if (teams.size === 0) return
  const { admitted, origins } = await admitAll(writer, [...teams.keys()])
  const rows: Insertable<CheckoutsTable>[] = []
  for (const [input, admission] of admitted) {
    decided.set(input, admission)
    const judged = teams.get(input)
    if (judged === undefined || admission.is !== 'admitted') continue
    rows.push({ ...input.checkout, team_id: await storeTeam(writer, toWish(input), judged) })
  }
  await insertAll(writer, [origins, { table: 'checkouts', rows }])
}

function toWish({ checkout, team }: NewCheckout) {
  return { userId: checkout.user_id, teamId: team.id, at: checkout.created_at }
}

async function admitAll(
  writer: Writer,
  inputs: readonly NewCheckout[],
): Promise<{ admitted: [NewCheckout, Admission][]; origins: TableRows }> {
  const applicants = inputs.map(({ checkout, addressKey, proof }) => ({
    checkoutId: checkout.id,
    userId: checkout.user_id,
    addressKey,
    proof,
    at: checkout.created_at,
  }))
  const { admissions, origins } = await admit(writer, applicants, (userIds, span) =>
    tallyCheckouts(writer, userIds, span),
  )
  const admitted = inputs.flatMap((input, index): [NewCheckout, Admission][] => {
    const admission = admissions[index]
    return admission === undefined ? [] : [[input, admission]]
  })
  return { admitted, origins }
}

function tallyCheckouts(
  reader: Reader,
  userIds: readonly string[],
  { since, recently }: TallySpan,
): ReturnType<TallyCheckouts> {
  return reader
    .selectFrom('checkouts')
    .select(({ fn }) => [
      'user_id',
      fn.countAll<number>().filterWhere('created_at', '>', recently).as('recent'),
      fn.countAll<number>().as('total'),
      fn.min('created_at').as('oldest'),
    ])
    .where('user_id', 'in', userIds)
    .where('created_at', '>', since)
    .groupBy('user_id')
}
