import type { FastifyInstance } from 'fastify';
import type { OfficeParts } from '../parts.ts';
import { adminAccountRoutes } from './account-routes.ts';
import { createTwoStepSeal } from './sealing.ts';
import { adminSignInRoutes } from './sign-in-routes.ts';
import { createTries } from './tries.ts';
import { twoStepRoutes } from './two-step-routes.ts';

/** Administrators signing in, and looking after themselves and each other. */
export function administratorRoutes(app: FastifyInstance, parts: OfficeParts): void {
	const door = {
		db: parts.db,
		tries: createTries(parts.config.rateLimit, parts.openCounter),
		seal: createTwoStepSeal(parts.secrets),
	};
	adminSignInRoutes(app, parts, door);
	twoStepRoutes(app, parts, door);
	adminAccountRoutes(app, parts, door);
}
