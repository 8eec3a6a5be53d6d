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
