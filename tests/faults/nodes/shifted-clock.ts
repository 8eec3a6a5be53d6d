/*
 * This module is loaded into a node before its own code (`NODE_OPTIONS=--import=…`), and sets its
 * clock an hour ahead.
 */

const SHIFT_MS = 3_600_000

const RealDate = Date
const now = () => RealDate.now() + SHIFT_MS

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [] | [number | string | Date]) =>
    values.length === 0 ? new target(now()) : new target(...values),
  get: (target, name, self): unknown => (name === 'now' ? now : Reflect.get(target, name, self)),
})
