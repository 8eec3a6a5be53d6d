import { useState } from 'react'
import { hostChoicesSchema, type HostChoices } from '#contract/host/choices.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ChangeTopic } from '../../api/changes.ts'
import { useHostData } from '../../api/use-host-data.ts'
import { DataView } from '../../ui/data-view.tsx'
import { PagePreview } from '../campaign/preview/page-preview.tsx'
import styles from '../rounds/rounds.module.css'
import { SectionTop } from '../section-top.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { previewChoice, type ChoiceTexts } from './choice-texts.ts'
import { ChoicesList } from './choices-list.tsx'

const TOPICS: readonly ChangeTopic[] = ['campaign', 'donations']

/** Shows the choices with their results, and lets owners run them. */
export function Choices() {
  const choices = useHostData(HOST_ROUTES.choices, hostChoicesSchema, TOPICS)
  const [editedId, setEditedId] = useState<string>()
  const [draft, setDraft] = useState<ChoiceTexts>()
  const { timeZone = 'UTC' } = choices.data ?? {}
  const preview = draft && previewChoice(draft)
  return (
    <>
      <SectionTop
        name="Choices"
        headline={choices.data && describe(choices.data)}
        lead="A question on which donations vote with their dollars: each dollar is a vote, and refunds take theirs back."
      />
      <DataView source={choices} name="the choices" bringsPanels>
        {(data) => {
          const edited = data.choices.find(({ id }) => id === editedId)
          return (
            <div className={styles.columns}>
              <ChoicesList {...data} onEdit={setEditedId} />
              <div className={styles.side}>
                <ChoiceForm
                  key={edited?.id ?? 'new'}
                  choice={edited}
                  timeZone={timeZone}
                  onDraft={setDraft}
                  onDone={() => setEditedId(undefined)}
                />
                {preview && (
                  <PagePreview
                    parts={{ choices: [preview] }}
                    view="board"
                    note="As if it were open, without votes."
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

function describe({ now, choices }: HostChoices): string {
  const valid = choices.filter(({ cancelled, closesAt }) => !cancelled && now < closesAt)
  const open = valid.filter(({ opensAt }) => opensAt <= now)
  const [first] = open
  if (first === undefined)
    return valid.length === 0 ? 'No choice is open.' : 'A choice is coming up.'
  return open.length === 1 ? `“${first.question}” is open.` : `${open.length} choices are open.`
}
