import type { CheckInKind } from '@samtur/contract/constants'

// i18n-dynamic: travel.did.*
/** Returns the id of what a person says, as the end of a sentence about them. */
export const did = (kind: CheckInKind) => `travel.did.${kind}` as const
