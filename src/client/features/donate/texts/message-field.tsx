import { MAX_MESSAGE } from '#contract/text-limits.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
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
  const left = MAX_MESSAGE - splitCharacters(message).length
  return (
    <div className={styles.form}>
      <FormField
        name="message"
        label={label}
        hint={`${left} of ${MAX_MESSAGE} characters left`}
        hintClassName={styles.note}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={message}
            onChange={(event) =>
              onChange(splitCharacters(event.target.value).slice(0, MAX_MESSAGE).join(''))
            }
          />
        )}
      </FormField>
    </div>
  )
}
