import { useId } from 'react'
import { MAX_MESSAGE } from '#contract/text-limits.ts'
import styles from './shown-as.module.css'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns a text's characters as people count them: an emoji is one. */
function splitCharacters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

export interface MessageFieldProps {
  label: string
  message: string
  onChange: (message: string) => void
}

/** Takes a donation's message, and says how many characters are left. */
export function MessageField({ label, message, onChange }: MessageFieldProps) {
  const id = useId()
  const left = MAX_MESSAGE - splitCharacters(message).length
  return (
    <div className={styles.form}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        value={message}
        aria-describedby={`${id}-left`}
        onChange={(event) =>
          onChange(splitCharacters(event.target.value).slice(0, MAX_MESSAGE).join(''))
        }
      />
      <p id={`${id}-left`} className={styles.note}>
        {left} of {MAX_MESSAGE} characters left
      </p>
    </div>
  )
}
