/** How the administrator's pages read accounts and the log. */
import { userStates, type UserState, type UserSummary } from '@samtur/contract/moderation'

const adminTabs = ['users', 'log'] as const

const isState = (text: string | null): text is UserState => userStates.some((state) => state === text)

/** Returns the filters in the address, without invalid ones. */
export function readAddress(params: URLSearchParams) {
  const state = params.get('state')
  return {
    q: params.get('q') ?? '',
    state: isState(state) ? state : ('' as const),
    tab: adminTabs.find((tab) => tab === params.get('tab')) ?? 'users',
    user: params.get('user'),
  }
}

/** Returns a user's name, or the address where the name is gone. */
export const calledBy = (user: Pick<UserSummary, 'full_name' | 'email'>) => user.full_name || user.email
