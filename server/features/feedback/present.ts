import type { PublicFeedback } from '#contract/feedback/feedback.ts';
import type { Testimonial } from './queries.ts';

export function presentTestimonial({ createdAt, ...said }: Testimonial): PublicFeedback {
	return {
		...said,
		category: said.category as PublicFeedback['category'],
		createdAt: createdAt.toISOString(),
	};
}
