import { refundPreviewSchema } from '#contract/host/refunds.ts'
import { formatAmount } from '#contract/money.ts'
import { keepPlaces } from '#client/lib/format.ts'
import { useHostData } from '../../../api/use-host-data.ts'

/** Says what a refund changes: the rest, the place on the board, and the provider's fee. */
export function RefundPreview({ path }: { path: string }) {
  const { data, error } = useHostData(path, refundPreviewSchema)
  if (error !== undefined) return <p role="alert">{error.message}</p>
  if (data === undefined) return <p>Looking up what this changes …</p>
  const { now, after, feeCents } = data
  return (
    <>
      <p>
        {after.leftCents === 0
          ? `This leaves nothing of ${formatAmount(now.leftCents)}.`
          : `This leaves ${formatAmount(after.leftCents)} of ${formatAmount(now.leftCents)}.`}{' '}
        {keepPlaces(describePlaces(now.position, after.position))}
      </p>
      <p>
        {feeCents === null
          ? 'The provider keeps its fee.'
          : `The provider keeps its fee of ${formatAmount(feeCents)}.`}
      </p>
    </>
  )
}

function describePlaces(now: number | null, after: number | null): string {
  if (now === null) return 'The board does not show it.'
  if (after === null) return `It goes off the board, where it is #${now}.`
  return now === after
    ? `It stays #${now} on the board.`
    : `On the board it goes from #${now} to #${after}.`
}
