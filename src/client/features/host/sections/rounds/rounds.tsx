import { useState } from 'react'
import { hostRoundsSchema, type HostRounds } from '#contract/host/rounds.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { DataView } from '../../ui/data-view.tsx'
import { SectionTop } from '../section-top.tsx'
import { RoundForm } from './round-form.tsx'
import { RoundPreview } from './round-preview.tsx'
import type { RoundTexts } from './round-texts.ts'
import { RoundsList } from './rounds-list.tsx'
import styles from './rounds.module.css'

const TOPICS: readonly ChangeTopic[] = ['campaign']

/** Shows the rounds, and lets owners create, change, extend, end and cancel them. */
export function Rounds() {
  const rounds = useHostData(HOST_ROUTES.rounds, hostRoundsSchema, TOPICS)
  const [editedId, setEditedId] = useState<string>()
  const [draft, setDraft] = useState<RoundTexts>()
  return (
    <>
      <SectionTop
        name="Rounds"
        headline={rounds.data && describe(rounds.data)}
        lead="A game with an end: its own board, a clock on the page, and a place in the hall of fame."
      />
      <DataView source={rounds} name="the rounds" bringsPanels>
        {(data) => {
          const edited = data.rounds.find(({ id }) => id === editedId)
          return (
            <div className={styles.columns}>
              <RoundsList {...data} onEdit={setEditedId} />
              <div className={styles.side}>
                <RoundForm
                  key={edited?.id ?? 'new'}
                  round={edited}
                  now={data.now}
                  timeZone={data.timeZone}
                  onDraft={setDraft}
                  onDone={() => setEditedId(undefined)}
                />
                {draft && <RoundPreview draft={draft} timeZone={data.timeZone} />}
              </div>
            </div>
          )
        }}
      </DataView>
    </>
  )
}

function describe({ now, rounds }: HostRounds): string {
  const open = rounds.filter(({ cancelled, results }) => !cancelled && results === null)
  const running = open.find(({ startsAt }) => startsAt <= now)
  if (running !== undefined) return `${running.name} is running.`
  if (open.length === 0) return 'No round is planned.'
  return open.length === 1 ? 'One round is coming up.' : `${open.length} rounds are coming up.`
}
