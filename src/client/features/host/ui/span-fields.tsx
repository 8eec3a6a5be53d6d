import styles from './form.module.css'
import { TimeField, type TimeFieldProps } from './time-field.tsx'

export interface SpanFieldsProps {
  /** Undefined once the start cannot be changed any more. */
  start: Omit<TimeFieldProps, 'timeZone'> | undefined
  end: Omit<TimeFieldProps, 'timeZone'>
  timeZone: string
}

/** The fields for the start and the end of something, beside one another where there is room. */
export function SpanFields({ start, end, timeZone }: SpanFieldsProps) {
  return (
    <div className={styles.pair}>
      {start && <TimeField {...start} timeZone={timeZone} />}
      <TimeField {...end} timeZone={timeZone} />
    </div>
  )
}
