/**
 * Finds what can be pressed by its name, or a field by its label, among what a person can reach
 * now. It runs in the page, so it uses nothing from outside.
 */
function find(kind: 'control' | 'field', name: string): Element | null {
  const nameOf = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  const root = dialogs.at(-1) ?? document
  const namesOf = (element: Element) => [
    nameOf(element.getAttribute('aria-label')),
    ...(element instanceof HTMLInputElement
      ? [...(element.labels ?? [])].map((label) => nameOf(label.textContent))
      : [nameOf(element.textContent)]),
  ]
  const selector = kind === 'field' ? 'input' : 'button, a[href]'
  const reachable = [...root.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && element.closest('[inert]') === null,
  )
  return (
    reachable.find((element) => namesOf(element).includes(name)) ??
    reachable.find((element) => namesOf(element).some((own) => own.startsWith(name))) ??
    null
  )
}

/** Returns an expression that finds a button or link by its name. */
export function controlNamed(name: string): string {
  return `(${find.toString()})('control', ${JSON.stringify(name)})`
}

/** Returns an expression that finds a field by the beginning of its label. */
export function fieldLabelled(label: string): string {
  return `(${find.toString()})('field', ${JSON.stringify(label)})`
}
