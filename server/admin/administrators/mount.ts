import type { FastifyInstance } from 'fastify';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { createAttemptLimiters } from './attempt-limits.ts';
import { createTwoStepEncryption } from './encryption.ts';
import { adminAccountRoutes } from './routes.ts';
import { adminSignInRoutes } from './sign-in-routes.ts';
import { twoStepRoutes } from './two-step-routes.ts';

/** All routes about administrators: signing in, their own account, and managing each other. */
export function administratorRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const authDeps = {
		db: deps.db,
		attemptLimiters: createAttemptLimiters(deps.config.rateLimit, deps.openCounter),
		encryption: createTwoStepEncryption(deps.secrets),
	};
	adminSignInRoutes(app, deps, authDeps);
	twoStepRoutes(app, deps, authDeps);
	adminAccountRoutes(app, deps, authDeps);
}
