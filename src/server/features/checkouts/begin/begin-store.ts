import type { Insertable } from 'kysely'
import type { Reader, Write, Writer } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { CheckoutsTable } from '#server/infra/database/schema/schema.ts'
import {
  admit,
  lockAccounts,
  type Admission,
  type Tally,
  type VerifiedProof,
} from '#server/features/card-testing/card-testing.ts'
import type {
  SpendingPolicy,
  SpendingRefusal,
} from '#server/features/spending-limits/spending-limits.ts'
import { judgeVotes, type VoteRefusal } from '#server/features/choices/choices.ts'
import {
  chooseTeam,
  type HasPending,
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
    const teams = await chooseTeams(writer, affordable)
    const allowed = affordable.filter((input) => 'teamId' in (teams.get(input) ?? {}))
    const admissions = await admitAll(writer, allowed)
    const admitted = allowed.filter((input) => admissions.get(input)?.is === 'admitted')
    await insertRows(
      writer,
      'checkouts',
      admitted.map((input) => withTeam(input, teams)),
    )
    return inputs.map((input, index): Beginning => {
      const refusal = refusals[index]
      if (refusal !== undefined) return refusal
      const team = teams.get(input)
      if (team !== undefined && 'refused' in team)
        return { is: 'team-refused', refusal: team.refused }
      const admission = admissions.get(input)
      if (admission === undefined) throw new Error('A request to begin was not decided.')
      return admission
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

type ChosenTeam = Awaited<ReturnType<typeof chooseTeam>>

/** Brings the donors into the teams that they choose, one after the other. */
async function chooseTeams(
  writer: Writer,
  inputs: readonly NewCheckout[],
): Promise<Map<NewCheckout, ChosenTeam>> {
  const chosen = new Map<NewCheckout, ChosenTeam>()
  const begun = new Set<string>()
  const isPending: HasPending = async (reader, userId) =>
    begun.has(userId) || hasPending(reader, userId)
  for (const input of inputs) {
    const { checkout, team } = input
    const wish = { userId: checkout.user_id, teamId: team.id, at: checkout.created_at }
    chosen.set(input, await chooseTeam(writer, wish, team.policy, isPending))
    begun.add(checkout.user_id)
  }
  return chosen
}

function withTeam(
  input: NewCheckout,
  teams: ReadonlyMap<NewCheckout, ChosenTeam>,
): Insertable<CheckoutsTable> {
  const chosen = teams.get(input)
  return { ...input.checkout, team_id: chosen && 'teamId' in chosen ? chosen.teamId : null }
}

async function admitAll(
  writer: Writer,
  inputs: readonly NewCheckout[],
): Promise<Map<NewCheckout, Admission>> {
  if (inputs.length === 0) return new Map()
  const applicants = inputs.map(({ checkout, addressKey, proof }) => ({
    checkoutId: checkout.id,
    userId: checkout.user_id,
    addressKey,
    proof,
    at: checkout.created_at,
  }))
  const admissions = await admit(writer, applicants, (userIds, span) =>
    tallyCheckouts(writer, userIds, span),
  )
  return new Map(
    inputs.flatMap((input, index): [NewCheckout, Admission][] => {
      const admission = admissions[index]
      return admission === undefined ? [] : [[input, admission]]
    }),
  )
}

async function tallyCheckouts(
  reader: Reader,
  userIds: readonly string[],
  { since, recently }: { since: number; recently: number },
): Promise<Map<string, Tally>> {
  const rows = await reader
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
    .execute()
  return new Map(rows.map(({ user_id, ...tally }) => [user_id, tally]))
}
