// Apart from public.tsx, whose forms the first view of a visit should not have to fetch.
export { DriverRecord } from './driver-record.tsx'
