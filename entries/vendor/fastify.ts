/** The HTTP framework, in a bundle of its own: a CommonJS package, whose dependencies then need no installation. */
export { fastify } from 'fastify';
