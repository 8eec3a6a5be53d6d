/** The result of one check. */
export interface Finding {
  name: string
  /** `unknown` where it could not be tried; it is never told as `ok`. */
  state: 'ok' | 'trouble' | 'unknown'
  /** The finding, and the advice. */
  sentence: string
}

export function ok(name: string, sentence: string): Finding {
  return { name, state: 'ok', sentence }
}

export function trouble(name: string, sentence: string): Finding {
  return { name, state: 'trouble', sentence }
}

export function unknown(name: string, sentence: string): Finding {
  return { name, state: 'unknown', sentence }
}

const STATE_WIDTH = 'trouble'.length

/** Returns the line of a check. */
export function toLine({ name, state, sentence }: Finding): string {
  return `${state.padEnd(STATE_WIDTH)}  ${name}: ${sentence}\n`
}
