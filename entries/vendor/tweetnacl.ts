/** Ed25519 without a host: CommonJS, so in a bundle of its own. */
export { default } from 'tweetnacl';
