/** What other slices may ask of identities. */
export { liftSecondFactor } from './service.ts'
