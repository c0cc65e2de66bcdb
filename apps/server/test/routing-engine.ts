/** Runs a routing engine in the test process: answers as OSRM does, or as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { distanceKm } from '@samtur/roads/distance'

/** Writes the response to a request for one leg, given as OSRM has it: longitude, latitude. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

export interface RoutingEngine {
  url: string
  /** Paths of the requests, with their query. */
  asked: string[]
  /** What it does from now on. */
  answer: Answer
  close(): Promise<void>
}

/** Km for each km of the straight line, and km/h, of `measures`. */
export const measured = { factor: 1.5, speed: 60 }

/** Answers with figures that can be true. */
export const measures: Answer = (response, request) => {
  const [from = [], to = []] = coordinates(request)
  const [km, hours] = figures(from, to)
  sendWay(response, km * 1000, hours * 3600)
}

/** Answers with one way of these metres and seconds; texts stand in the JSON as they are. */
export function sendWay(
  response: ServerResponse,
  distance: number | string,
  duration: number | string,
  off = 12,
): void {
  const waypoints = [off, 3].map((metres) => `{"distance":${metres},"name":"","location":[0,0]}`)
  const route = `{"distance":${distance},"duration":${duration},"weight":1,"weight_name":"routability","legs":[]}`
  sendJson(response, `{"code":"Ok","routes":[${route}],"waypoints":[${waypoints.join(',')}]}`)
}

export const sendJson = (response: ServerResponse, json: string, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(json)

const coordinates = ({ url = '' }: IncomingMessage) =>
  (url.split('?')[0]?.split('/').at(-1) ?? '').split(';').map((point) => point.split(',').map(Number))

function figures([fromLon = NaN, fromLat = NaN]: number[], [toLon = NaN, toLat = NaN]: number[]) {
  const km = distanceKm({ lat: fromLat, lon: fromLon }, { lat: toLat, lon: toLon }) * measured.factor
  return [km, km / measured.speed] as const
}

export async function startRoutingEngine(answer: Answer = measures): Promise<RoutingEngine> {
  const engine = { asked: [] as string[], answer }
  const server = createServer((request, response) => {
    engine.asked.push(request.url ?? '')
    void engine.answer(response, request)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(engine, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  })
}
