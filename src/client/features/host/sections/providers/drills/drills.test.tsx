import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Drills } from './drills.tsx'

test.each(['test', 'live'] as const)(
  'in %s mode one sentence says why there are no drills',
  (mode) => {
    const { container } = render(<Drills mode={mode} />)
    expect(container.textContent).toBe(
      'There are no drills here: they exist only with PAYMENTS=sandbox, where the providers are stand-ins that can be made to fail.',
    )
    expect(screen.queryByRole('button')).toBeNull()
  },
)
