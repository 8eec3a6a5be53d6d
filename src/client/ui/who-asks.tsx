import type { Campaign } from '#contract/campaign.ts'

/** Says in one line what the donations are for, and who runs the page. */
export function WhoAsks({ cause, host }: Pick<Campaign, 'cause' | 'host'>) {
  return (
    <>
      {cause && (
        <span>
          For <bdi>{cause}</bdi>
        </span>
      )}
      {cause && host && <span> · </span>}
      {host && (
        <span>
          {cause ? 'run by ' : 'Run by '}
          <bdi>{host}</bdi>
        </span>
      )}
    </>
  )
}
