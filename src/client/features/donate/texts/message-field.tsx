import { MAX_MESSAGE } from '#contract/text-limits.ts'
import { splitGraphemes } from '#client/lib/graphemes.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import styles from './shown-as.module.css'

export interface MessageFieldProps {
  label: string
  message: string
  onChange: (message: string) => void
}

/** Takes a donation's message, and says how many characters are left. */
export function MessageField({ label, message, onChange }: MessageFieldProps) {
  const left = MAX_MESSAGE - splitGraphemes(message).length
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
              onChange(splitGraphemes(event.target.value).slice(0, MAX_MESSAGE).join(''))
            }
          />
        )}
      </FormField>
    </div>
  )
}
