/** What other slices may call of identities. */
export { liftSecondFactor } from './service-factor.ts'
