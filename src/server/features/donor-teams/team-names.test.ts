import { expect, test } from 'vitest'
import { requireTeamName, TAKEN } from './team-names.ts'

test.each(['Constellation 7', 'No constellation', 'N0 C0nste11ation!', 'Anonymous', 'A donor'])(
  'a team cannot be named as the page names something else: %s',
  (name) => {
    expect(() => requireTeamName(name)).toThrow(TAKEN)
  },
)

test('a name that only has such a word in it is a name', () => {
  expect(requireTeamName('Anonymous Bakers').name).toBe('Anonymous Bakers')
})

test('a name of few characters that take much room is told that, and not their number', () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
  expect(requireTeamName(`Team ${family.repeat(5)}`).name).toHaveLength(5 + 5 * 8)
  expect(() => requireTeamName(`Team ${family.repeat(20)}`)).toThrow(
    'The name is too long: some of its characters, such as emoji, take the room of several. Use fewer of them.',
  )
  expect(() => requireTeamName(`Team ${family.repeat(40)}`)).toThrow(
    'The name can have 40 characters at most.',
  )
})
