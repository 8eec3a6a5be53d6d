import type { z } from 'zod'
import type { Concern, Resolution, reviewListSchema } from '#contract/concerns.ts'
import { formatAmount } from '#contract/money.ts'
import { useState } from 'react'
import { formatDuration } from '#client/lib/durations.ts'
import { formatMoment } from '#client/lib/moments.ts'
import type { HostData } from '../../../api/use-host-data.ts'
import { ConsoleLink } from '../../../router/console-link.tsx'
import { CONSOLE_PATH } from '../../../router/router.ts'
import { ConsoleButton } from '../../../ui/console-button.tsx'
import { DataView } from '../../../ui/data-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toStoryPath } from '../../donations/paths.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import styles from './waiting.module.css'
import { listOpen, readFacts } from './urgency.ts'
import type { Held } from './use-held.ts'
import { RESOLUTION_NAMES, titleOf } from './wording.ts'

export interface WaitingProps {
  source: HostData<z.output<typeof reviewListSchema>>
  /** The texts that wait besides; undefined while they load. */
  held: Held | undefined
}

const NONE_HELD: Held = { texts: 0, teams: 0 }

/** Lists what waits for the host: what has a deadline first, then the longest open, then texts. */
export function Waiting({ source, held = NONE_HELD }: WaitingProps) {
  const [decision, setDecision] = useState<{ concern: Concern; resolution: Resolution }>()
  return (
    <Panel id="waits" title="Waiting for you" aside="most urgent first">
      <DataView source={source} name="what waits for you">
        {({ reviews }) => {
          const open = listOpen(reviews)
          if (open.length + held.texts + held.teams === 0) {
            return <p className={styles.none}>Nothing needs a person. This page tells you when.</p>
          }
          return (
            <ol className={styles.list}>
              {open.map((concern) => (
                <WaitingItem
                  key={concern.id}
                  concern={concern}
                  onDecide={(resolution) => setDecision({ concern, resolution })}
                />
              ))}
              {held.texts > 0 && <HeldTexts count={held.texts} />}
              {held.teams > 0 && <HeldTeams count={held.teams} />}
            </ol>
          )
        }}
      </DataView>
      {decision && <DecisionDialog {...decision} onClose={() => setDecision(undefined)} />}
    </Panel>
  )
}

interface WaitingItemProps {
  concern: Concern
  onDecide: (resolution: Resolution) => void
}

function WaitingItem({ concern, onDecide }: WaitingItemProps) {
  const { kind, provider, message, openedAt, resolutions } = concern
  const title = titleOf(kind, provider)
  const { amountCents, deadline, donationId } = readFacts(concern)
  const [now] = useState(() => Date.now())
  return (
    <li data-urgent={deadline !== undefined}>
      <h4>
        {donationId === undefined ? (
          title
        ) : (
          <ConsoleLink to={toStoryPath(donationId, '')}>{title}</ConsoleLink>
        )}
      </h4>
      {amountCents !== undefined && <p className={styles.amount}>{formatAmount(amountCents)}</p>}
      <p>{message}</p>
      <p className={styles.since}>
        {/* The message says by when. */}
        {deadline !== undefined && deadline > now && <b>{formatDuration(deadline - now)} left. </b>}
        Since <time dateTime={openedAt}>{formatMoment(Date.parse(openedAt))}</time>
      </p>
      <div className={styles.actions}>
        {resolutions.map((resolution) => (
          <ConsoleButton
            key={resolution}
            aria-haspopup="dialog"
            aria-label={`${RESOLUTION_NAMES[resolution]}: ${title}`}
            onClick={() => onDecide(resolution)}
          >
            {RESOLUTION_NAMES[resolution]}
          </ConsoleButton>
        ))}
      </div>
    </li>
  )
}

function HeldTexts({ count }: { count: number }) {
  return (
    <li>
      <h4>{count === 1 ? 'A text waits' : `${count} texts wait`}</h4>
      <p>Until you decide, only {count === 1 ? 'its donor reads it' : 'their donors read them'}.</p>
      <div className={styles.actions}>
        <ConsoleLink to={`${CONSOLE_PATH}/texts`}>Open Names and messages</ConsoleLink>
      </div>
    </li>
  )
}

function HeldTeams({ count }: { count: number }) {
  return (
    <li>
      <h4>
        {count === 1 ? 'A constellation’s name waits' : `${count} constellations’ names wait`}
      </h4>
      <p>Until you decide, others read ‘Constellation’ and a number.</p>
      <div className={styles.actions}>
        <ConsoleLink to={`${CONSOLE_PATH}/constellations`}>Open Constellations</ConsoleLink>
      </div>
    </li>
  )
}
