import { html } from '#server/infra/html.ts'

/** The style sheet of a receipt, for the screen and for one sheet of paper. */
export const RECEIPT_STYLES = html`
  @page { margin: 18mm; } @media screen { html { font-size: clamp(100%, 55% + 0.5vw, 150%); } } body
  { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem; background: #fff; color: #16161d; font:
  1rem/1.5 Geist, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; } h1, .amount,
  .letterhead strong { font-family: 'Space Grotesk', Geist, 'Segoe UI', Roboto, 'Helvetica Neue',
  Arial, sans-serif; } h1 { margin: 0; font-size: 1.5rem; letter-spacing: -0.02em; line-height:
  1.25; } .letterhead { display: flex; align-items: center; gap: 0.75rem; margin: 0 0 1.5rem;
  padding-bottom: 1rem; border-bottom: 1px solid #c9c9d3; line-height: 1.3; } .letterhead svg {
  flex: none; fill: #0e0b22; } .letterhead span { min-width: 0; overflow-wrap: anywhere; }
  .letterhead strong { display: block; } .letterhead span span { color: #55555f; font-size:
  0.875rem; } .test { margin: 0.5rem 0 0; padding: 0.5rem 0.75rem; border: 1px solid #8a5a00;
  border-radius: 8px; color: #6b4500; font-weight: 600; } .amount { margin: 1.25rem 0; font-size:
  2.5rem; font-weight: 700; line-height: 1.2; letter-spacing: -0.02em; font-variant-numeric:
  tabular-nums; overflow-wrap: anywhere; } .amount small { font-size: 1rem; font-weight: 600;
  letter-spacing: 0; color: #55555f; } dl { margin: 0; border-top: 1px solid #c9c9d3; } dl div {
  display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.5rem 0; border-bottom: 1px solid #c9c9d3;
  break-inside: avoid; } dt { flex: 0 0 11rem; color: #55555f; } dd { flex: 1 1 12rem; min-width: 0;
  margin: 0; overflow-wrap: anywhere; } .whole { display: inline-block; max-width: 100%; } .note {
  color: #55555f; font-size: 0.875rem; } .actions > * { display: inline-flex; align-items: center;
  min-height: 44px; margin-right: 1rem; } .actions > [hidden] { display: none; } button { padding: 0
  1.5rem; border: 0; border-radius: 99px; background: #16161d; color: #fff; font: inherit;
  font-weight: 600; cursor: pointer; } a { color: #2b3fb0; } :focus-visible { outline: 3px solid
  #2b3fb0; outline-offset: 2px; } @media print { body { padding: 0; } .actions { display: none; } }
`
