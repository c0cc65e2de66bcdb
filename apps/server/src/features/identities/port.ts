/** What other slices and the service interface may call of identities. */
export { beginStep, passStep } from './service-clients.ts'
export { dropSecondFactor, liftSecondFactor, offerSecondFactor, removeShownFactor } from './service-factor.ts'
export { callbackPath, responseOf, stateOfProgram } from './rules.ts'
export { linkToCaller, openByService, serviceSignIns } from './service-services.ts'
export { unlink } from './service.ts'
export { spendIdToken } from './store.ts'
