import { z } from 'zod'

/**
 * The response of `GET /api/boards/:id/own`: where the signed-in donor stands on a board of donors
 * now. Nobody else sees it.
 */
export const ownPlaceSchema = z.object({
  /** The id under which boards of donors show the donor. */
  id: z.string(),
  /** Null while none of their donations counts for the board. */
  place: z
    .object({
      position: z.int(),
      /** The sum of their donations, anonymous ones too. */
      amountCents: z.int(),
      /** The row right above theirs; null for the first one. */
      above: z.object({ name: z.string(), amountCents: z.int() }).nullable(),
    })
    .nullable(),
})

export type OwnPlace = z.infer<typeof ownPlaceSchema>
