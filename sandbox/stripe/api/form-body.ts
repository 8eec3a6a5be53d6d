/** A value of Stripe's form encoding: text, or nested values of keys with brackets. */
export type FormValue = string | FormValue[] | FormObject

export interface FormObject {
  [key: string]: FormValue
}

type Branch = Map<string, string | Branch>

/**
 * Parses `a[b][0][c]=1&a[b][0][d]=2` into objects and arrays, as Stripe's API parses bodies and
 * queries. https://docs.stripe.com/api
 */
export function parseForm(text: string): FormObject {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [...key.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part)
    if (path.length > 0) setAt(root, path, value)
  }
  return toObject(root)
}

function setAt(branch: Branch, [head = '', ...rest]: string[], value: string): void {
  const key = head === '[]' ? String(branch.size) : head
  if (rest.length === 0) {
    branch.set(key, value)
    return
  }
  const child = branch.get(key)
  const next: Branch = child instanceof Map ? child : new Map()
  branch.set(key, next)
  setAt(next, rest, value)
}

function toObject(branch: Branch): FormObject {
  return Object.fromEntries([...branch].map(([key, child]) => [key, toValue(child)]))
}

/** Returns a branch as an array if its keys count from 0, else as an object. */
function toValue(child: string | Branch): FormValue {
  if (typeof child === 'string') return child
  const isList = [...child.keys()].every((key, index) => key === String(index))
  return isList ? [...child.values()].map(toValue) : toObject(child)
}
