import { expect, test } from 'vitest'
import { listSections } from './sections.ts'

test('the navigation has the sections in the order in which hosts read of them', () => {
  expect(listSections('owner').map(({ name }) => name)).toEqual([
    'Overview',
    'Donations',
    'Names and messages',
    'Campaign',
    'Rounds',
    'Choices',
    'Matching',
    'Constellations',
    'Providers',
    'Team',
    'Audit',
    'Export',
  ])
})
