import { useState } from 'react'
import { PagePreview } from '../campaign/preview/page-preview.tsx'
import styles from './round-preview.module.css'
import { listRoundFacts, previewRound, type RoundTexts } from './round-texts.ts'

/** Shows what a draft of a round comes to, and once it has a name how the page would show it. */
export function RoundPreview({ draft, timeZone }: { draft: RoundTexts; timeZone: string }) {
  const [begunAt] = useState(() => Date.now())
  const round = previewRound(draft, begunAt)
  const facts = listRoundFacts(draft, timeZone)
  if (round === undefined && facts.length === 0) return null
  return (
    <PagePreview
      parts={round && { round }}
      view="board"
      note={round ? 'As if it had just begun.' : 'With a name, it is shown on the page here.'}
    >
      <dl className={styles.facts}>
        {facts.map(({ name, lines }) => (
          <div key={name}>
            <dt>{name}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </PagePreview>
  )
}
