declare module 'virtual:contract-routes*' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module cannot import by a relative path
  const routes: import('../../contract-routes.ts').ContractRoutes
  export default routes
}
