/** The library that the language server speaks through: CommonJS, so in a bundle of its own. */
export { createConnection, ResponseError } from 'vscode-languageserver/node';
