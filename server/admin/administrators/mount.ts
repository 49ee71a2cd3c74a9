import type { FastifyInstance } from 'fastify';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { createTries } from './attempt-limits.ts';
import { createTwoStepSeal } from './encryption.ts';
import { adminAccountRoutes } from './routes.ts';
import { adminSignInRoutes } from './sign-in-routes.ts';
import { twoStepRoutes } from './two-step-routes.ts';

/** Administrators signing in, and looking after themselves and each other. */
export function administratorRoutes(app: FastifyInstance, parts: AdminDeps): void {
	const door = {
		db: parts.db,
		tries: createTries(parts.config.rateLimit, parts.openCounter),
		seal: createTwoStepSeal(parts.secrets),
	};
	adminSignInRoutes(app, parts, door);
	twoStepRoutes(app, parts, door);
	adminAccountRoutes(app, parts, door);
}
