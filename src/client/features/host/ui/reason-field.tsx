import { FormField } from '#client/ui/form/form-field.tsx'

const MAX_REASON_LENGTH = 500

/** Asks why something is decided; the field is `reason`. */
export function ReasonField({ isFirst = false }: { isFirst?: boolean }) {
  return (
    <FormField name="reason" label="Reason">
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          data-missing="Give a reason: whoever looks at this later needs it."
          data-first-focus={isFirst ? '' : undefined}
          required
        />
      )}
    </FormField>
  )
}
