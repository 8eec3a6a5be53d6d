import { PROVIDERS } from '#contract/checkout-states.ts'
import { variablesOf } from '#server/payments/registry.ts'
import { EXPECTED, type Environment, type VariableName } from './environment.ts'

/**
 * Returns the value of each setting as a text, by the name of its variable, secrets too: two programs
 * whose texts are the same work alike. The data folder may be named in several ways, so it is left
 * out.
 */
export function listSettingTexts(
  environment: Environment,
  given: ReadonlyMap<string, string>,
): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (name: string, value: unknown) => {
    if (value !== undefined) texts.set(name, JSON.stringify(value))
  }
  // Every key of it is the name of a variable.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = Object.keys(EXPECTED) as VariableName[]
  for (const name of names) if (name !== 'DATA_DIR') add(name, environment[name])
  for (const { name } of PROVIDERS.flatMap(variablesOf)) add(name, given.get(name))
  return texts
}
