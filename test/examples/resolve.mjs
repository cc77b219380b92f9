/** Lets the examples find the SDKs where the tests have them. */
import { register } from 'node:module';

const from = new URL('../agent-sdks/package.json', import.meta.url).href;
const source = `
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (/^[./]|^[a-z]+:/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: ${JSON.stringify(from)} });
  }
}`;
register(`data:text/javascript,${encodeURIComponent(source)}`);
