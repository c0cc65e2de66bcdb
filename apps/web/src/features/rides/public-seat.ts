// Apart from public.tsx, of which the first view of a search needs nothing else.
export { givesSeatAtOnce, isInstantFor } from './model.ts'
