// Apart from public.tsx, so that what needs a price alone does not load the cards.
export { readPrice } from './read-price.ts'
