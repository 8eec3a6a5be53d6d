/*
 * This module is loaded into a node before its own code (`NODE_OPTIONS=--import=…`), and shifts its
 * clock by the milliseconds of CLOCK_SHIFT_MS.
 */

const SHIFT_MS = Number(process.env['CLOCK_SHIFT_MS'])

const RealDate = Date
const now = () => RealDate.now() + SHIFT_MS

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [] | [number | string | Date]) =>
    values.length === 0 ? new target(now()) : new target(...values),
  get: (target, name, self): unknown => (name === 'now' ? now : Reflect.get(target, name, self)),
})
