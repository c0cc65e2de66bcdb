export { RateButton } from './rate-button.tsx'
export { RatingsList } from './ratings-list.tsx'
