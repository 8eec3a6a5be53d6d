import { describe, expect, test } from 'vitest'
import { StatementNames } from './statement-names.ts'

const TEXT = 'select 1 where $1'

/** Returns the names of the next uses of a text. */
function use(names: StatementNames, times: number, text = TEXT): (string | undefined)[] {
  return Array.from({ length: times }, () => names.nameOf(text))
}

describe('names of statements', () => {
  test('a text gets a name when it comes the third time, and another text another one', () => {
    const names = new StatementNames()
    const [first, second, third, fourth] = use(names, 4)
    expect([first, second]).toEqual([undefined, undefined])
    expect(third).toBeTypeOf('string')
    expect(fourth).toBe(third)
    expect(use(names, 3, 'select 2').at(-1)).not.toBe(third)
  })

  test('a text is planned anew ever more seldom while it is young, and then no more', () => {
    const names = new StatementNames()
    const given = use(names, 100_000).filter((name) => name !== undefined)
    const renewedAt = given.flatMap((name, index) =>
      index > 0 && name !== given[index - 1] ? [index + 1] : [],
    )
    expect(renewedAt).toEqual([64, 256, 1_024, 4_096, 16_384])
    expect(new Set(given).size).toBe(6)
  })

  test('never are there more than 500 names', () => {
    const names = new StatementNames()
    const given = Array.from({ length: 600 }, (_, index) => use(names, 100, `select ${index}`))
    expect(new Set(given.flat().filter((name) => name !== undefined)).size).toBe(500)
  })

  test('a text that was forgotten gets a new name', () => {
    const names = new StatementNames()
    const before = use(names, 3).at(-1)
    names.forget()
    expect(use(names, 3).at(-1)).not.toBe(before)
  })
})
