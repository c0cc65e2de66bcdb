// Apart from public.ts, so that the first view of a visit does not fetch its forms.
export { DriverRecord } from './driver-record.tsx'
