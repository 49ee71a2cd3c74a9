import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { FEEDBACK_LIMITS, getPublicFeedback, submitFeedback } from '#contract/feedback/feedback.ts';
import { call } from '#web/lib/api/api.ts';

const feedbackKeys = {
	testimonials: () => ['feedback', 'testimonials'] as const,
};

/** Not retried: three samples replace a failed response (spec 1 §2, "Feedback"). */
export function testimonialsQuery() {
	return queryOptions({
		queryKey: feedbackKeys.testimonials(),
		queryFn: async ({ signal }) => {
			const query = { limit: String(FEEDBACK_LIMITS.testimonials), featured: 'true' as const };
			return (await call(getPublicFeedback, { query, signal })).feedbacks;
		},
		retry: false,
	});
}

export function useReloadTestimonials() {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: feedbackKeys.testimonials() });
}

export function useSubmitFeedback() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof submitFeedback.body>) => call(submitFeedback, { body }),
	});
}
