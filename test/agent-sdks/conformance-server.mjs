/**
 * The server that the scenarios of the conformance package ask for: tools, resources and prompts of set names. Without an
 * argument over standard input and output, with `http` over Streamable HTTP; the first line it prints is its port.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const PAUSE_MS = 20;

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const object = (properties = {}, required = []) => ({ type: 'object', properties, required });
const string = { type: 'string' };
const elicited = ({ action, content }) =>
  text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
const elicit = async (server, extra, message, requestedSchema) => {
  const params = { message, requestedSchema };
  return server.elicitInput(params, { relatedRequestId: extra.requestId });
};
const CHOICES = ['option1', 'option2', 'option3'];
const titled = (words) => words.map((title, at) => ({ const: `value${at + 1}`, title }));

/** Name: [schema of the arguments, what it does]. */
const TOOLS = {
  test_simple_text: [object(), () => text('This is a simple text response for testing.')],
  test_image_content: [object(), () => ({ content: [image] })],
  test_audio_content: [object(), () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] })],
  test_embedded_resource: [
    object(),
    () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'An embedded resource.',
          },
        },
      ],
    }),
  ],
  test_multiple_content_types: [
    object(),
    () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  ],
  test_tool_with_logging: [
    object(),
    async (_, extra) => {
      for (const data of ['started', 'processing', 'completed']) {
        await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
        await sleep(PAUSE_MS);
      }
      return text('logged');
    },
  ],
  test_error_handling: [
    object(),
    () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  ],
  test_tool_with_progress: [
    object(),
    async (_, extra) => {
      const progressToken = extra._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await extra.sendNotification({ method: 'notifications/progress', params });
        }
        await sleep(PAUSE_MS);
      }
      return text('progressed');
    },
  ],
  test_sampling: [
    object({ prompt: string }, ['prompt']),
    async ({ prompt }, extra, server) => {
      const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
      const options = { relatedRequestId: extra.requestId };
      const { content } = await server.createMessage({ messages, maxTokens: 100 }, options);
      return text(`LLM response: ${content.text}`);
    },
  ],
  test_elicitation: [
    object({ message: string }, ['message']),
    async ({ message }, extra, server) => {
      const schema = object({ username: string, email: string }, ['username', 'email']);
      const { action, content } = await elicit(server, extra, message, schema);
      return text(`User response: ${action}, ${JSON.stringify(content)}`);
    },
  ],
  test_elicitation_sep1034_defaults: [
    object(),
    async (_, extra, server) => {
      const schema = object({
        name: { ...string, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      });
      return elicited(await elicit(server, extra, 'Defaults', schema));
    },
  ],
  test_elicitation_sep1330_enums: [
    object(),
    async (_, extra, server) => {
      const schema = object({
        untitledSingle: { ...string, enum: CHOICES },
        titledSingle: { ...string, oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
        legacyEnum: { ...string, enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
        untitledMulti: { type: 'array', items: { ...string, enum: CHOICES } },
        titledMulti: { type: 'array', items: { anyOf: titled(['First Choice', 'Second Choice', 'Third']) } },
      });
      return elicited(await elicit(server, extra, 'Enums', schema));
    },
  ],
  // The streams of this server are not resumed: the scenario of this tool warns of it.
  test_reconnection: [object(), () => text('reconnected')],
  json_schema_2020_12_tool: [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: string, city: string } } },
      properties: { name: string, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    (args) => text(JSON.stringify(args)),
  ],
};

const user = (content) => ({ role: 'user', content });
const says = (words) => user({ type: 'text', text: words });
/** Name: [arguments, messages]. */
const PROMPTS = {
  test_simple_prompt: [[], () => [says('This is a simple prompt for testing.')]],
  test_prompt_with_arguments: [
    ['arg1', 'arg2'],
    ({ arg1, arg2 }) => [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  ],
  test_prompt_with_embedded_resource: [
    ['resourceUri'],
    ({ resourceUri: uri }) => [
      user({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded.' } }),
      says('Please process the embedded resource above.'),
    ],
  ],
  test_prompt_with_image: [[], () => [user(image), says('Please analyze the image above.')]],
};

const RESOURCES = {
  'test://static-text': { mimeType: 'text/plain', text: 'The content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'watched' },
};

function read(uri) {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
  if (id !== undefined)
    return { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) };
  if (!Object.hasOwn(RESOURCES, uri)) throw new Error(`no resource ${uri}`);
  return RESOURCES[uri];
}

function create() {
  const server = new Server(
    { name: 'conformance-server', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
    },
  );
  const on = (schema, handle) => server.setRequestHandler(schema, handle);
  on(ListToolsRequestSchema, () => ({
    tools: Object.entries(TOOLS).map(([name, [inputSchema]]) => ({ name, description: name, inputSchema })),
  }));
  on(CallToolRequestSchema, async ({ params }, extra) => {
    if (!Object.hasOwn(TOOLS, params.name)) throw new Error(`no tool ${params.name}`);
    return TOOLS[params.name][1](params.arguments ?? {}, extra, server);
  });
  on(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(PROMPTS).map(([name, [names]]) => ({
      name,
      description: name,
      arguments: names.map((argument) => ({ name: argument, description: argument, required: true })),
    })),
  }));
  on(GetPromptRequestSchema, ({ params }) => ({ messages: PROMPTS[params.name][1](params.arguments ?? {}) }));
  on(ListResourcesRequestSchema, () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({
      uri,
      name: uri,
      description: uri,
      mimeType,
    })),
  }));
  on(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'template' },
    ],
  }));
  on(ReadResourceRequestSchema, ({ params: { uri } }) => ({ contents: [{ uri, ...read(uri) }] }));
  on(CompleteRequestSchema, () => ({ completion: { values: ['test'], total: 1, hasMore: false } }));
  for (const schema of [SetLevelRequestSchema, SubscribeRequestSchema, UnsubscribeRequestSchema]) {
    on(schema, () => ({}));
  }
  return server;
}

if (process.argv[2] === 'http') {
  const sessions = new Map();
  const http = createServer((request, response) => {
    const { port } = http.address();
    const isOurs = [`localhost:${port}`, `127.0.0.1:${port}`].includes(request.headers.host);
    if (!isOurs) return response.writeHead(403).end();
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    return create()
      .connect(transport)
      .then(() => transport.handleRequest(request, response));
  });
  http.listen(0, '127.0.0.1', () => process.stdout.write(`${http.address().port}\n`));
} else {
  await create().connect(new StdioServerTransport());
}
