// Apart from public.tsx, so that the first view of a visit does not load it.
export { DetourCard } from './detour-card.tsx'
export { DetourBox, DetourNotice } from './detour-notice.tsx'
export { detourName, minutesLater, partFields, partPath, withDetourStop, type RidePart } from './detours.ts'
