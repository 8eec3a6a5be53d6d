import { Suspense, useState } from 'react'
import { useCampaign, useIsTakingDonations } from '#client/lib/campaign.ts'
import { formatDeadline } from '#client/lib/format.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { fetchUntilThere } from '#client/lib/load-again.ts'
import { WhoAsks } from '#client/ui/who-asks.tsx'
import styles from './campaign-line.module.css'

const aboutPart = lazyPart(async () => {
  const { AboutPart } = await fetchUntilThere(() => import('./about-part.tsx'))
  return AboutPart
})

/** Says what the donations are for, who runs the page, and until when; nothing before a host has. */
export function CampaignLine() {
  const campaign = useCampaign()
  const isTaking = useIsTakingDonations()
  const { cause, host, about, deadline, timeZone } = campaign
  const until = isTaking
    ? deadline && <Until deadline={deadline} timeZone={timeZone} />
    : 'Donations are closed.'
  if (!(cause || host || about || until)) return null
  return (
    <div className={styles.line}>
      <div>
        <WhoAsks cause={cause} host={host} />
        {about && <About />}
      </div>
      {until}
    </div>
  )
}

/**
 * Says until when donations are open, with the date in one piece. Engines differ in the spaces of a
 * time: the server's text may stay.
 */
function Until({ deadline, timeZone }: { deadline: string; timeZone: string }) {
  return (
    <>
      Open until{' '}
      <span suppressHydrationWarning>{formatDeadline(deadline, timeZone, 'medium')}</span>
    </>
  )
}

function About() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        About
      </button>
      {isOpen && (
        <Suspense>
          <aboutPart.LazyPart onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
