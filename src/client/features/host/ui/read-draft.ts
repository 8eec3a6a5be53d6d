/** Returns a reader of what is typed in a form; it returns undefined for a field that is missing. */
export function readDraft(form: HTMLFormElement): (name: string) => string | undefined {
  const values = new FormData(form)
  return (name) => {
    const value = values.get(name)
    return typeof value === 'string' ? value : undefined
  }
}
