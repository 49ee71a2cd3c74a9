import type { FastifyInstance } from 'fastify';
import { getPublicFeedback, submitFeedback } from '#contract/feedback/endpoints.ts';
import { FEEDBACK_MESSAGES } from '#contract/feedback/facts.ts';
import { route, sharedRoute } from '#server/http/route.ts';
import { type FeedbackDeps, sendFeedback } from './commands.ts';
import { presentTestimonial } from './present.ts';
import { listTestimonials } from './queries.ts';

/** Routes to send feedback, and to read the feedback that administrators have made public. */
export function feedbackRoutes(app: FastifyInstance, deps: FeedbackDeps): void {
	route(app, submitFeedback, async ({ body, caller }) => {
		// Administrators have ids of their own table, so theirs must not be stored as the id of a user.
		const userId = caller?.role === 'user' ? caller.id : null;
		await sendFeedback(deps, { ...body, userId });
		return { message: FEEDBACK_MESSAGES.submitted };
	});

	sharedRoute(app, getPublicFeedback, async ({ query }) => {
		const testimonials = await listTestimonials(deps.db, query);
		return { feedbacks: testimonials.map(presentTestimonial) };
	});
}
