import type { PersonalDataSource } from '#server/infra/personal-data.ts'
import { findVotes } from '#server/features/ledger/ledger.ts'
import { findLabels } from './choices.ts'

/** Collects what an account's donations have voted for. */
export const choicesData: PersonalDataSource = {
  tables: [],
  collect: async (reader, { userId }) => {
    const votes = await findVotes(reader, userId)
    const labels = await findLabels(reader, [...new Set(votes.map(({ optionId }) => optionId))])
    return {
      votes: votes.map(({ donationId, optionId }) =>
        Object.assign({ donationId }, labels.get(optionId)),
      ),
    }
  },
}
