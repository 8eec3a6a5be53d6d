import styles from './segments.module.css'

export interface SegmentsProps<Value extends string> {
  /** The choice, for screen readers. */
  label: string
  options: readonly { value: Value; name: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

/** Lets one of a few options be chosen. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange, className } = props
  return (
    <fieldset className={`${styles.segments} ${className ?? ''}`} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  )
}
