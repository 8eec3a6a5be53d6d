/**
 * Tells password managers which account a password belongs to. They ignore `type=hidden`, but not
 * `hidden`.
 */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  )
}
