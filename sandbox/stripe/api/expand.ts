import type { Account } from '../account/account.ts'
import type { FormObject } from './form-body.ts'
import { textOf } from './mount.ts'
import { toCharge, toIntent } from '../objects/objects.ts'

/**
 * Replaces the ids that `expand` names by their objects, level by level.
 * https://docs.stripe.com/api/expanding_objects
 */
export function expand(account: Account, object: object, { expand: paths }: FormObject): object {
  if (!Array.isArray(paths)) return object
  return paths
    .map((path) => textOf(path)?.split('.') ?? [])
    .reduce((result, path) => expandPath(account, result, path), object)
}

function expandPath(account: Account, object: object, [head, ...rest]: string[]): object {
  if (head === undefined) return object
  const value: unknown = Object.entries(object).find(([key]) => key === head)?.[1]
  const child = typeof value === 'string' ? findObject(account, value) : value
  if (typeof child !== 'object' || child === null) return object
  return { ...object, [head]: expandPath(account, child, rest) }
}

function findObject({ state }: Account, id: string): object | undefined {
  const intent = state.intents.get(id)
  if (intent !== undefined) return toIntent(intent)
  const charge = state.charges.get(id)
  return charge === undefined ? undefined : toCharge(charge)
}
