export { AccessDenied } from './access-denied.tsx'
export { AdminNav } from './admin-nav.tsx'
export { LoadFailure, RowsSkeleton } from './admin-states.tsx'
