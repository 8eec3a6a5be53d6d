import { useEffect, useState } from 'react'
import { boardPath, describeBoard, findLeadingBoard, type BoardId } from '#contract/boards.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import { callApi } from '#client/lib/api.ts'
import { useCampaign } from '#client/lib/campaign.ts'

/** The donation whose link leads to the donor's place, or why there is none. */
export type RankLink = { donationId: string } | { refusal: string }

/** The time after which the donation itself is linked, ms. */
const TIMEOUT_MS = 2_000

/**
 * Returns the donation to link to; undefined until it is known. Where donors rank, a link leads to
 * the row of a donation's donor, unless the row shows another name: so it is that of the row's name.
 */
export function useRankLink(donationId: string): RankLink | undefined {
  const board = findLeadingBoard(useCampaign())
  const ranksDonors = describeBoard(board).ranks === 'donor'
  const [link, setLink] = useState<RankLink>()

  useEffect(() => {
    if (!ranksDonors) return
    const controller = new AbortController()
    const { signal } = controller
    findLink(board, donationId, signal).then(
      (found) => signal.aborted || setLink(found),
      () => undefined,
    )
    return () => controller.abort()
  }, [board, ranksDonors, donationId])

  return ranksDonors ? link : { donationId }
}

async function findLink(
  board: BoardId,
  donationId: string,
  signal: AbortSignal,
): Promise<RankLink> {
  // Without a session, or a connection, the server cannot say which it is.
  const own = await callApi<OwnPlace>(`${boardPath(board)}/own`, {
    signal,
    timeoutMs: TIMEOUT_MS,
  }).catch(() => undefined)
  if (own?.place === null) {
    return { refusal: 'Nothing of yours counts on the board now, so there is no place to share.' }
  }
  const linked = own?.place.linkedDonationId
  return linked === null
    ? { refusal: 'You are shown as Anonymous, so no link can lead to your place.' }
    : { donationId: linked ?? donationId }
}
