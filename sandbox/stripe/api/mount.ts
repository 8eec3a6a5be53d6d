import type { FormObject, FormValue } from './form-body.ts'

export interface Call {
  /** The id in the path; empty if there is none. */
  id: string
  form: FormObject
}

/** Serves one route of the API; the handler returns the response or throws its error. */
export type Mount = (method: 'GET' | 'POST', url: string, handler: (call: Call) => object) => void

export function textOf(value: FormValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns whether a list includes a record with this value of `param`: it does without that
 * parameter.
 */
export function matches(form: FormObject, param: string, value: string | null): boolean {
  return form[param] === undefined || form[param] === value
}
