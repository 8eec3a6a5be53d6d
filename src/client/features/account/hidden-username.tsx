/** Tells password managers whose password it is. They overlook `type=hidden`, but not `hidden`. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  )
}
