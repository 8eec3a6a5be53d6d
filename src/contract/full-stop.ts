/** Returns what ends a sentence after a text that a person has written: nothing if it ends itself. */
export function stopAfter(text: string): '' | '.' {
  return /[.!?…]\s*$/u.test(text) ? '' : '.'
}
