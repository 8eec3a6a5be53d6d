import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Parts of the page are loaded when they are needed, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
