/** A value of Stripe's form encoding: text, or what brackets in a key have nested. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }

export type FormObject = { [key: string]: FormValue }

/**
 * Parses `a[b][0][c]=1&a[b][0][d]=2` into objects and arrays, as Stripe's API reads bodies and
 * queries. https://docs.stripe.com/api
 */
export function parseForm(text: string): FormObject {
  const root: FormObject = Object.create(null) as FormObject
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [...key.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part)
    if (path.length > 0) setAt(root, path, value)
  }
  return arraysIn(root) as FormObject
}

function setAt(target: FormObject, path: string[], value: string): void {
  const [head = '', ...rest] = path
  const key = head === '[]' ? String(Object.keys(target).length) : head
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const child = target[key]
  const next =
    typeof child === 'object' ? (child as FormObject) : (Object.create(null) as FormObject)
  target[key] = next
  setAt(next, rest, value)
}

/** Objects whose keys count from 0 are arrays. */
function arraysIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index))
  if (isList) return Object.values(value).map(arraysIn)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, arraysIn(child)]))
}
