/** What the administrator's account must have. */
import type { Config } from '../../config.ts'
import type { Caller } from '#platform/http/context'

/** Must this account have a second factor, whether its holder wants one or not? */
export const needsTwoFactor = (
  { role }: Pick<Caller, 'role'>,
  { adminNeedsTwoFactor }: Pick<Config, 'adminNeedsTwoFactor'>,
) => role === 'admin' && adminNeedsTwoFactor

/** May a service open this account by its confirmed address alone? An administrator's account has to be linked by its holder. */
export const mayLinkByAddress = ({ role }: Pick<Caller, 'role'>) => role === 'user'
