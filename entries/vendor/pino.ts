/** The logger, in the bundle of the HTTP framework, which uses it too. */
export { pino } from 'pino';
