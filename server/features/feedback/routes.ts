import type { FastifyInstance } from 'fastify';
import {
	FEEDBACK_MESSAGES,
	getPublicFeedback,
	submitFeedback,
} from '#contract/feedback/feedback.ts';
import type { ReadFromReplica } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { type FeedbackDeps, sendFeedback } from './commands.ts';
import { presentTestimonial } from './present.ts';
import { listTestimonials } from './queries.ts';

/** What anyone says of the market, and what administrators let everybody read of it. */
export function feedbackRoutes(
	app: FastifyInstance,
	{ read, ...deps }: FeedbackDeps & { read: ReadFromReplica },
): void {
	route(
		app,
		submitFeedback,
	)(async ({ body, caller }) => {
		// An administrator's number is not a user's.
		const userId = caller?.role === 'user' ? caller.id : null;
		await sendFeedback(deps, { ...body, userId });
		return { success: true, message: FEEDBACK_MESSAGES.submitted };
	});

	route(app, getPublicFeedback)(
		async ({ query }) => {
			const testimonials = await read((db) => listTestimonials(db, query));
			return { success: true, feedbacks: testimonials.map(presentTestimonial) };
		},
		{ dependsOn: () => ({ source: 'feedback' }) },
	);
}
