import type { FormObject, FormValue } from './form-body.ts'

export interface Call {
  /** The id in the path; empty where there is none. */
  id: string
  form: FormObject
}

/** Serves one route of the API with what the handler answers or throws. */
export type Mount = (method: 'GET' | 'POST', url: string, handler: (call: Call) => object) => void

export function textOf(value: FormValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Whether a list that is narrowed by `param`, or is not, takes a record with this value. */
export function matches(form: FormObject, param: string, value: string | null): boolean {
  return form[param] === undefined || form[param] === value
}
