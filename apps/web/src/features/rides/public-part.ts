// Apart from public.tsx and public-detours.ts, so that a link to a part of a ride does not load the cards.
export { partPath } from './detours.ts'
export { rideQuery } from './queries.ts'
