import { z } from 'zod'

/**
 * The response of `GET /api/boards/:id/own`: where the signed-in donor stands on a board of donors
 * now, or on a board of teams their team. Nobody else sees it.
 */
export const ownPlaceSchema = z.object({
  /** The id of the row, whether it is there or not. */
  id: z.string(),
  /** Null while nothing of theirs counts for the board. */
  place: z
    .object({
      position: z.int(),
      /** The sum of their donations, anonymous ones too; or the amount of the team. */
      amountCents: z.int(),
      /** The row right above theirs; null for the first one. */
      above: z.object({ name: z.string(), amountCents: z.int() }).nullable(),
      /**
       * On a board of teams: the least that the donor can give to bring their team past the row
       * above; missing without one.
       */
      passCents: z.int().optional(),
      /**
       * On a board of donors: the id of the donation whose shared link leads to the row, which is the
       * one that it has its name from; null while all of theirs are anonymous.
       */
      linkedDonationId: z.string().nullable().optional(),
    })
    .nullable(),
  /** On a board of teams: the name of the donor's team; null if they are in none that is open. */
  team: z.string().nullable().optional(),
})

export type OwnPlace = z.infer<typeof ownPlaceSchema>
