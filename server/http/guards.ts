import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

interface GuardOptions {
	corsOrigins: readonly string[];
	/** Origin under which people reach the market, where it is known. */
	publicUrl: string | undefined;
	rateLimit: boolean;
}

/** Calls of one address in ten seconds; a college's hostel shares one, a page needs about five. */
const CALLS_PER_TEN_SECONDS = 1000;

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
			},
		},
		strictTransportSecurity: options.publicUrl?.startsWith('https:') ?? false,
		referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
	});
	await app.register(cors, {
		origin: [...options.corsOrigins],
		methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
		allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
		maxAge: 600,
	});
	if (options.rateLimit) {
		await app.register(rateLimit, { max: CALLS_PER_TEN_SECONDS, timeWindow: 10_000 });
	}
}

/** Photos are addressed absolutely where a public address is configured, which may differ from the one in use. */
function photoOrigins(publicUrl: string | undefined): string[] {
	return publicUrl ? [new URL(publicUrl).origin] : [];
}
