import { useState } from 'react'
import { hostMatchesSchema, type HostMatches } from '#contract/host/matches.ts'
import { hasPermission } from '#contract/host/roles.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { formatAmount } from '#contract/money.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { useConsole } from '../../session/console-context.ts'
import { DataView } from '../../ui/data-view.tsx'
import { PagePreview } from '../campaign/preview/page-preview.tsx'
import styles from '../rounds/rounds.module.css'
import { SectionTop } from '../section-top.tsx'
import { MatchForm } from './match-form.tsx'
import { previewMatch, type MatchTexts } from './match-texts.ts'
import { MatchesList } from './matches-list.tsx'

const TOPICS: readonly ChangeTopic[] = ['campaign', 'donations']

/** Shows the matches with what they come to, and lets owners run them; treasurers read alone. */
export function Matching() {
  const mayRun = hasPermission(useConsole().account.role, 'settings')
  const matches = useHostData(HOST_ROUTES.matches, hostMatchesSchema, TOPICS)
  const [editedId, setEditedId] = useState<string>()
  const [draft, setDraft] = useState<MatchTexts>()
  const { timeZone = 'UTC' } = matches.data ?? {}
  const preview = draft && previewMatch(draft)
  return (
    <>
      <SectionTop
        name="Matching"
        headline={matches.data && describe(matches.data)}
        lead="What a sponsor adds to donations. It fills the goal, is always shown apart, and is never in the ledger."
      />
      <DataView source={matches} name="the matches" bringsPanels>
        {(data) => {
          const edited = data.matches.find(({ id }) => id === editedId)
          if (!mayRun) return <MatchesList {...data} />
          return (
            <div className={styles.columns}>
              <MatchesList {...data} onEdit={setEditedId} />
              <div className={styles.side}>
                <MatchForm
                  key={edited?.id ?? 'new'}
                  match={edited}
                  now={data.now}
                  timeZone={timeZone}
                  onDraft={setDraft}
                  onDone={() => setEditedId(undefined)}
                />
                {preview && (
                  <PagePreview
                    parts={{ matches: [preview] }}
                    view="board"
                    note="As if it had just begun."
                  />
                )}
              </div>
            </div>
          )
        }}
      </DataView>
    </>
  )
}

function describe({ now, matches }: HostMatches): string {
  const valid = matches.filter(({ cancelled }) => !cancelled)
  const running = valid.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
  const cents = valid.reduce((sum, { matchedCents }) => sum + matchedCents, 0)
  const [first] = running
  if (first === undefined) {
    return cents === 0
      ? 'No match is running.'
      : `${formatAmount(cents)} matched; no match is running.`
  }
  return `${formatAmount(cents)} matched; ${running.length === 1 ? `${first.sponsor} matches now.` : `${running.length} matches are running.`}`
}
