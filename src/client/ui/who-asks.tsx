import type { Campaign } from '#contract/campaign.ts'

/** Says in one line what the donations are for, and who runs the page. */
export function WhoAsks({ cause, host }: Pick<Campaign, 'cause' | 'host'>) {
  return (
    <>
      {cause && 'For '}
      <bdi>{cause}</bdi>
      {host && (
        <>
          {cause && ', '}
          <span>
            {cause ? 'run by ' : 'Run by '}
            <bdi>{host}</bdi>
          </span>
        </>
      )}
    </>
  )
}
