/** Responses about ways to sign in. */
import type { OwnWaysIn, WaysIn } from '@samtur/contract/identities'
import type { Config } from '../../config.ts'
import type { Caller } from '#platform/http/context'
import { needsTwoFactor } from './policy.ts'
import { nameState } from './rules-names.ts'
import { opensByCode } from './rules.ts'
import type { OwnWays } from './views-ways.ts'

/** What sign-in offers beside the password; of a service only its id and name. */
export function presentWaysIn({ emailCodeSignIn, oidcProviders }: Config): WaysIn {
  return { email_code: emailCodeSignIn, providers: oidcProviders.map(({ id, name }) => ({ id, name })) }
}

/** Returns the services that confirm names. */
export const nameProviders = ({ oidcProviders }: Pick<Config, 'oidcProviders'>) =>
  oidcProviders.filter(({ confirms }) => confirms === 'name')

export function presentOwnWays(ways: OwnWays, caller: Caller, config: Config): OwnWaysIn {
  const { providers } = presentWaysIn(config)
  const confirming = new Set(nameProviders(config).map(({ id }) => id))
  return {
    password: ways.password,
    two_factor: {
      enabled: ways.two_factor,
      recovery_codes_left: ways.recovery_codes,
      required: needsTwoFactor(caller, config),
    },
    email_code: opensByCode(caller, config),
    providers: providers.map((one) => ({
      ...one,
      linked: ways.providers.includes(one.id),
      name_state: confirming.has(one.id) ? nameState(ways.names.find(({ provider }) => provider === one.id)) : null,
    })),
  }
}
