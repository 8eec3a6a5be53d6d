import { useHostData } from '../../api/use-host-data.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { reviewListSchema } from '#contract/concerns.ts'
import { ROUTES } from '#contract/routes.ts'
import { SectionTop } from '../section-top.tsx'
import { Waiting } from './waiting/waiting.tsx'

const CONCERNS: readonly ChangeTopic[] = ['concerns']

/** Shows what the host needs to know first: what waits for them. */
export function Overview() {
  const reviews = useHostData(ROUTES.hostReviews, reviewListSchema, CONCERNS)
  const open = reviews.data?.reviews.filter(({ endedAt }) => endedAt === null)
  return (
    <>
      <SectionTop name="Overview" headline={open && describeOpen(open.length)} />
      <Waiting source={reviews} />
    </>
  )
}

/** Says how many things wait, as the heading. */
function describeOpen(count: number): string {
  if (count === 0) return 'Nothing waits for you.'
  return count === 1 ? 'One thing waits for you.' : `${count} things wait for you.`
}
