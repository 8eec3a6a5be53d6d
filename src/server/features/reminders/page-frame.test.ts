import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { renderFooter, renderTitle } from './page-frame.ts'

const LOGO = '/assets/logo-a1b2c3d4.svg'

test('our own logo stands for the title until the host has set one, or a picture', () => {
  expect(renderTitle(DEFAULT_CAMPAIGN, LOGO).markup).toContain(LOGO)
  const titled = renderTitle({ ...DEFAULT_CAMPAIGN, title: 'Wells & more' }, LOGO).markup
  expect(titled).not.toContain(LOGO)
  expect(titled).toContain('<bdi>Wells &amp; more</bdi>')
  const picture = '/pictures/a.webp'
  expect(renderTitle({ ...DEFAULT_CAMPAIGN, picture }, LOGO).markup).toContain(picture)
})

test.each([
  ['help@wells.example', 'href="mailto:help@wells.example"'],
  ['https://wells.example/help', 'href="https://wells.example/help"'],
  ['at the <desk>', '<bdi>at the &lt;desk&gt;</bdi>'],
])('the footer says how to reach who receives the money: %s', (contact, markup) => {
  const recipient = { name: 'Wells e.V.', contact }
  const footer = renderFooter({ ...DEFAULT_CAMPAIGN, recipient }, '1.2.0').markup
  expect(footer).toContain('All money goes to <bdi>Wells e.V.</bdi>')
  expect(footer).toContain(markup)
  expect(footer).toContain('Powered by Donation Royale 1.2.0')
})

test('the footer links to what the host has written, and to nothing else', () => {
  const links = { terms: 'https://wells.example/terms', privacy: null, imprint: null }
  const footer = renderFooter({ ...DEFAULT_CAMPAIGN, links }, '1.2.0').markup
  expect(footer.match(/<a /g)).toHaveLength(1)
  expect(footer).toContain('>Terms</a>')
})
