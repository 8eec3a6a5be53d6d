import { formatShare, type ChoiceResult } from '#client/lib/choice-result.ts'

/** Says who leads, or who has won, in a few words. */
export function Outcome({ result, isOpen }: { result: ChoiceResult; isOpen: boolean }) {
  const [first, second] = result.leaders
  if (first === undefined) return isOpen ? 'No votes yet' : 'Closed without a vote'
  if (second !== undefined) {
    return (
      <>
        {isOpen ? 'Level: ' : 'A tie: '}
        <bdi>{first.label}</bdi> and{' '}
        {result.leaders.length === 2 ? (
          <bdi>{second.label}</bdi>
        ) : (
          `${result.leaders.length - 1} others`
        )}
      </>
    )
  }
  return (
    <>
      <bdi>{first.label}</bdi> {isOpen ? 'leads' : 'has won'} with {formatShare(first.share)}
    </>
  )
}
