import type { PublicFeedback } from '#contract/feedback/schemas.ts';
import type { Testimonial } from './queries.ts';

/** Feedback as the public can read it. */
export function presentTestimonial({ createdAt, ...fields }: Testimonial): PublicFeedback {
	return {
		...fields,
		category: fields.category as PublicFeedback['category'],
		createdAt: createdAt.toISOString(),
	};
}
