import { FormField, type FormFieldProps } from '#client/ui/form/form-field.tsx'
import styles from './form.module.css'

export interface ConsoleFieldProps extends Omit<FormFieldProps, 'hintClassName'> {
  /** Whether its values are short, as numbers and times are. */
  isShort?: boolean
}

/** A field of a form of the console, with its label and its hint as one group. */
export function ConsoleField({ isShort = false, ...field }: ConsoleFieldProps) {
  return (
    <div className={`${styles.field} ${isShort ? styles.short : ''}`}>
      <FormField {...field} hintClassName={styles.hint} />
    </div>
  )
}
