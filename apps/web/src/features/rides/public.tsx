export { RideCard } from './ride-card.tsx'
