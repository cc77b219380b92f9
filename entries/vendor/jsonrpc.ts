/** JSON-RPC over byte streams, which the language server speaks: CommonJS, so in a bundle of its own. */
export {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node.js';
