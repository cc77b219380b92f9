import { expect, it } from 'vitest';
import { serverEnvironment } from '../../../agents/mcp/server-environment.ts';
import { SETTINGS } from '../../../server/settings/settings.ts';

it('a server gets no setting of ferrule, and everything else', () => {
  const own = Object.keys(SETTINGS).map((name) => [name, 'secret'] as const);
  const given = {
    ...Object.fromEntries(own),
    FERRULE_TOKEN: 'secret',
    service_api_token: 'secret',
    HOME: '/h',
    GITHUB_TOKEN: 'own',
  };
  expect(serverEnvironment(given, new Set())).toEqual({ HOME: '/h', GITHUB_TOKEN: 'own' });
});

it('a server gets a setting that the operator names', () => {
  const given = { DATABASE_URL: 'postgresql://db', SERVICE_API_TOKEN: 'secret' };
  expect(serverEnvironment(given, new Set(['DATABASE_URL']))).toEqual({ DATABASE_URL: 'postgresql://db' });
});
