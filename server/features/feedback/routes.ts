import type { FastifyInstance } from 'fastify';
import {
	FEEDBACK_MESSAGES,
	getPublicFeedback,
	submitFeedback,
} from '#contract/feedback/feedback.ts';
import type { Read } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import { type FeedbackParts, sendFeedback } from './commands.ts';
import { presentTestimonial } from './present.ts';
import { listTestimonials } from './queries.ts';

/** What anyone says of the market, and what administrators let everybody read of it. */
export function feedbackRoutes(
	app: FastifyInstance,
	{ read, ...parts }: FeedbackParts & { read: Read },
): void {
	route(
		app,
		submitFeedback,
	)(async ({ body, caller }) => {
		// An administrator's number is not a user's.
		const userId = caller?.role === 'user' ? caller.id : null;
		await sendFeedback(parts, { ...body, userId });
		return { success: true, message: FEEDBACK_MESSAGES.submitted };
	});

	route(app, getPublicFeedback)(
		async ({ query }) => {
			const shown = await read((db) => listTestimonials(db, query));
			return { success: true, feedbacks: shown.map(presentTestimonial) };
		},
		{ madeOf: () => ({ of: 'feedback' }) },
	);
}
