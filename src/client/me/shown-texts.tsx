import type { OwnPayment } from '#contract/me.ts'
import type { OwnTexts } from '#contract/texts.ts'
import { explainTexts, TEXT_TAGS } from './wording.ts'
import styles from './texts.module.css'

/** Shows the name and the message of a donation, and what others see of them. */
export function ShownTexts({ payment }: { payment: OwnPayment }) {
  const { name, message, texts, countedCents } = payment
  if (name === null) return countedCents > 0 ? <p className={styles.hint}>{NAMELESS}</p> : null
  const state = texts?.state ?? 'shown'
  const tag = TEXT_TAGS[state]
  const isCounted = countedCents > 0
  const explanation = isCounted ? texts && explainTexts(texts) : NOT_COUNTED
  return (
    <div className={styles.texts}>
      <p className={styles.name}>
        <span>
          {isCounted ? introduce(texts) : 'Given as'} <bdi>{name}</bdi>
        </span>
        {tag !== undefined && <span className={styles.tag}>{tag}</span>}
      </p>
      {message !== undefined && (
        <p className={styles.message}>
          “<bdi>{message}</bdi>”
        </p>
      )}
      {explanation !== undefined && <p className={styles.hint}>{explanation}</p>}
    </div>
  )
}

/** Returns the words before the name of a donation that counts. */
function introduce(texts: OwnTexts | undefined): string {
  return texts && isNameHeld(texts) ? 'Only you see' : 'Shown as'
}

function isNameHeld({ state, anonymous }: OwnTexts): boolean {
  return state === 'hidden' || (!anonymous && (state === 'waiting' || state === 'declined'))
}

const NOT_COUNTED = 'The leaderboard does not show it.'

const NAMELESS =
  'The payment came without a name, so the leaderboard does not show it. Give it one below.'
