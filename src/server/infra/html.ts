/** Markup in which everything that came from outside is text. */
export interface Html {
  readonly markup: string
}

type Value = string | Html | undefined | readonly Html[]

/** Strings that are put into the template stay text; only markup of this kind stays markup. */
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
