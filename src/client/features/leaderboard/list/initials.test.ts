import { expect, test } from 'vitest'
import { findInitials } from './initials.ts'

test.each([
  ['Nova Vance', 'NV'],
  ['ada', 'A'],
  ['Élodie de la Tour', 'ÉT'],
  ['👩‍🚀 Space Cadet', '👩‍🚀'],
  ['محمد عبد الله', 'م'],
  ['山田太郎', '山'],
  ['Ada 🌟', 'A'],
  ['  ', ''],
])('%s is shown as %s', (name, initials) => {
  expect(findInitials(name)).toBe(initials)
})
