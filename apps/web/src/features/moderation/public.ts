export { AccessDenied } from './access-denied.tsx'
export { AdminNav } from './admin-nav.tsx'
export { LoadFailure } from './admin-states.tsx'
