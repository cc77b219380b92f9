import * as z from 'zod';

export const JwksResponse = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string().meta({ description: 'RFC 7638 thumbprint.' }),
        use: z.literal('sig'),
        alg: z.string(),
      }),
    ),
  })
  .meta({ id: 'JwksResponse' });
