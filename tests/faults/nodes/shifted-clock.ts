/*
 * This module is loaded into a node before its own code (`NODE_OPTIONS=--import=…`), and sets its
 * clock an hour ahead.
 */

const SHIFT_MS = 3_600_000

const RealDate = Date
const now = () => RealDate.now() + SHIFT_MS

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: unknown[], self) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, self) as object,
  get: (target, name, self) =>
    name === 'now' ? now : (Reflect.get(target, name, self) as unknown),
})
