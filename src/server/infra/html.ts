/** Markup in which all interpolated strings are escaped. */
export interface Html {
  readonly markup: string
}

type Value = string | Html | undefined | readonly Html[]

/** Builds markup from a template: escapes interpolated strings, and inserts `Html` as it is. */
export function html(template: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: String.raw({ raw: template }, ...values.map(toMarkup)) }
}

function toMarkup(value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return escape(value)
  return 'markup' in value ? value.markup : value.map(toMarkup).join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
