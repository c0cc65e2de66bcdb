export { PlaceField, type PlaceValue } from './place-field.tsx'
