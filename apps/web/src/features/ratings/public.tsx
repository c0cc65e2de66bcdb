export { DriverRecord } from './driver-record.tsx'
export { RateButton } from './rate-button.tsx'
export { RatingsList } from './ratings-list.tsx'
