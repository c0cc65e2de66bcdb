/** The name of a request's route, for metrics and traces: a name or a pattern, never the path, which has ids. */
declare module 'node:http' {
  interface IncomingMessage {
    /** Set by the first hook and by what knows better; undefined where no route takes the request. */
    routeName?: string | undefined
  }
}

/** All built files of the pages, each of which is a route of its own. */
export const builtFiles = 'built files'
