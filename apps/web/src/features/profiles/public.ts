export { FirstPhone, useFirstPhone } from './first-phone.tsx'
