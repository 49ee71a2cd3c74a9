import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenCounter } from '#server/instances/counting.ts';
import { API_POLICY, PERMISSIONS_POLICY } from './headers.ts';
import { mountLimits } from './limits.ts';

interface GuardOptions {
	corsOrigins: readonly string[];
	/** Origin under which people reach the market, where it is known. */
	publicUrl: string | undefined;
	rateLimit: boolean;
	openCounter: OpenCounter;
}

/** What holds for every request, whatever it asks for. */
export async function mountGuards(app: FastifyInstance, options: GuardOptions): Promise<void> {
	await app.register(cookie);
	await app.register(helmet, {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				'default-src': ["'self'"],
				'script-src': ["'self'"],
				'style-src': ["'self'"],
				'img-src': ["'self'", 'blob:', 'data:', ...photoOrigins(options.publicUrl)],
				'connect-src': ["'self'"],
				'object-src': ["'none'"],
				'base-uri': ["'none'"],
				'form-action': ["'self'"],
				'frame-ancestors': ["'none'"],
				'require-trusted-types-for': ["'script'"],
				// The one that lets the service worker in (web/lib/offline.ts).
				'trusted-types': ['service-worker'],
			},
		},
		strictTransportSecurity: options.publicUrl?.startsWith('https:') ?? false,
		xFrameOptions: { action: 'deny' },
		referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
	});
	await app.register(cors, {
		origin: [...options.corsOrigins],
		methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
		allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
		maxAge: 600,
		// Its refusal of an OPTIONS that asks for nothing would be plain text.
		strictPreflight: false,
	});
	app.addHook('onRequest', async (request, reply) => {
		reply.header('permissions-policy', PERMISSIONS_POLICY);
		if (!/^\/(api|health)([/?]|$)/.test(request.url)) return;
		const cacheControl = isForEveryone(request) ? 'no-cache' : 'no-store';
		reply.headers({ 'content-security-policy': API_POLICY, 'cache-control': cacheControl });
	});
	if (options.rateLimit) mountLimits(app, options.openCounter);
}

/** Whether an answer depends on nobody, so that a phone may keep it for when there is no line. */
function isForEveryone({ method, headers, routeOptions }: FastifyRequest): boolean {
	const { auth } = routeOptions.config.endpoint ?? {};
	if (method !== 'GET' || headers.authorization !== undefined) return false;
	return auth === 'none' || auth === 'optional';
}

/** Photos are addressed absolutely where a public address is configured, which may differ from the one in use. */
function photoOrigins(publicUrl: string | undefined): string[] {
	return publicUrl ? [new URL(publicUrl).origin] : [];
}
