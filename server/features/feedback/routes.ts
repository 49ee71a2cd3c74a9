import type { FastifyInstance } from 'fastify';
import { FEEDBACK_MESSAGES, getPublicFeedback, submitFeedback } from '#contract/feedback.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { presentTestimonial } from './present.ts';
import { insertFeedback, listTestimonials } from './queries.ts';

/** What anyone says of the market, and what administrators let everybody read of it. */
export function feedbackRoutes(app: FastifyInstance, { db }: { db: Db }): void {
	route(
		app,
		submitFeedback,
	)(async ({ body, caller }) => {
		// An administrator's number is not a user's.
		const userId = caller?.role === 'user' ? caller.id : null;
		await insertFeedback(db, { ...body, userId });
		return { success: true, message: FEEDBACK_MESSAGES.submitted };
	});

	route(
		app,
		getPublicFeedback,
	)(async ({ query }) => {
		const shown = await listTestimonials(db, query);
		return { success: true, feedbacks: shown.map(presentTestimonial) };
	});
}
