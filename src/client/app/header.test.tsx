import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { session } from '#client/lib/session.ts'
import { Header } from './header.tsx'

beforeEach(async () => {
  stubBrowserApis()
  serveApi({ 'GET /api/auth/get-session': { body: null } })
  await session.refresh()
})

const actions = { onAccount: () => {}, onLogout: async () => {} }

test('a preview shows the header of a donor, though nobody is signed in', () => {
  render(<Header {...actions} exampleEmail="ada@example.com" />)
  expect(screen.getByRole('button', { name: /^ada@example\.com/ })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Login / Sign up' })).toBeNull()
})

test('without one a visitor is offered to log in', () => {
  render(<Header {...actions} />)
  expect(screen.getByRole('button', { name: 'Login / Sign up' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
})
